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
        "yes_no": -4.0,
        "number": -4.0,
        "months": -4.0,
        "digits": -4.0,
        "date": -4.0,
        "place": -4.0,
        "choice": -4.0,
        "name": -2.5,
        "text": -2.5,
    }
)
"""Natural-log odds that a value is wrong of which the ear is entirely sure, in silence."""

WEIGHTS: Mapping[RiskReason, float] = MappingProxyType(
    {
        "confidence": 0.6,
        "margin": 1.0,
        "noise": 0.8,
        "unfamiliar": 0.8,
        "doubtful": 1.0,
        "estimated": 1.0,
        "disputed": 1.5,
        "correction": 0.5,
        "flips": 2.0,
        "heard_before": -1.5,
    }
)
"""What each unit of a feature (see `risk.features`) adds to the log-odds.

Chosen, because simulated captures say nothing about them: estimated (as doubtful); disputed; correction;
flips (mishearing an aside is likelier than changing one's mind); heard_before (two hearings that agree
seldom err together).
"""

LIMITS: Mapping[ExpectKind, float] = MappingProxyType(
    {
        "yes_no": 0.15,
        "number": 0.15,
        "months": 0.15,
        "digits": 0.05,
        "date": 0.15,
        "place": 0.15,
        "choice": 0.15,
        "name": 0.15,
        "text": 0.15,
    }
)
"""The risk above which a value is read back, where its field does not say. Chosen: a read-back costs four
to ten seconds of a call, a wrong digit a benefit."""
