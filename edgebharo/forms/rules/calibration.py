"""The constants of the risk of a capture, fitted by `scripts/risk_calibration.py` or said to be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from edgebharo.capture import RiskReason
from edgebharo.types import ExpectKind

QUIET_DB = 20.0
"""Speech that stands so far above the room is as good as in silence. Chosen."""

BIAS: Mapping[ExpectKind, float] = MappingProxyType(
    {
        "yes_no": -4.65,
        "number": -5.1,
        "months": -5.13,
        "digits": -4.64,
        "date": -5.38,
        "place": -4.39,
        "choice": -4.4,
        "name": -5.18,
        "text": -5.18,
    }
)
"""Natural-log odds that a value is wrong of which the ear is entirely sure, in silence.

Fitted to 566 captures of synthetic speech, 93 of them wrong (36 recordings of each of eight questions, in two
drawn noises, seed 1). Of the half that was left out of the fit, 0.7 % were wrong where less than 5 % were
foretold, 29 % where 31 % were, 65 % where 55 % were, 80 % where 79 % were. Number, choice and text were not
measured: they are taken to be like months, place and name. Checked since, unchanged, on 543 captures of other
recordings by the third version of the ear, 132 wrong: 1.5 % were wrong where 1.2 % were foretold, 6 % (3 %),
13 % (7 %), 7 % (14 %), 33 % (30 %), 56 % (55 %), 82 % (84 %).

That of names was fitted anew with the weight of `unfamiliar`, the others held, after the ear had learnt
more names: to 479 captures of 242 names of people and anganwadis (`scripts.spoken_names`, seed 1, its first
voices), rather more than half of them in no list, each heard twice, 60 % without noise; 257 were wrong.
With every name foretold from the other half of the names, 6 of 72 were wrong where less than 10 % were
foretold (3.6), 12 % where 15 % were, 49 % (28 %), 49 % (55 %), 79 % (83 %); 28 % of what was heard as known
names (29 %), and 71 % of the rest (72 %). The halves by themselves gave `unfamiliar` 0.4 and 1.1.
"""

WEIGHTS: Mapping[RiskReason, float] = MappingProxyType(
    {
        "confidence": 0.38,
        "margin": 3.45,
        "noise": 0.32,
        "unfamiliar": 0.79,
        "doubtful": 0.5,
        "estimated": 0.5,
        "disputed": 1.5,
        "correction": 0.3,
        "flips": 2.0,
        "heard_before": -1.5,
    }
)
"""What each unit of a feature (see `risk.features`) adds to the log-odds.

The first four are fitted (see BIAS). That an unknown name of which the ear is sure is the more suspicious
could not be told from noise, and counts for nothing. Chosen are: doubtful (the captures of the fit hold
few, and it gave 0); estimated; disputed; correction; flips (mishearing an aside is likelier than changing
one's mind); heard_before (two hearings that agree seldom err together).
"""

LIMITS: Mapping[ExpectKind, float] = MappingProxyType(
    {
        "yes_no": 0.05,
        "number": 0.08,
        "months": 0.08,
        "digits": 0.015,
        "date": 0.05,
        "place": 0.08,
        "choice": 0.08,
        "name": 0.07,
        "text": 0.07,
    }
)
"""The risk above which a value is read back, where its field does not say.

Chosen on the captures of the fit: two of the 93 wrong ones stay below, and 41 % of all are above. A read-
back costs four to ten seconds of a call, a wrong digit a benefit. Digits are stricter: on recorded digits
joined to phone numbers the ear is surer of itself than it may be (of 31 with a confidence of 0.95 and more
two were wrong, and one with 0.98 was met since). Names: of the 479 captures 0.1 keeps 66 unasked, 4 of them
wrong; 0.07 keeps 48, one of them wrong; 0.05 keeps 37 and the same one.
"""
