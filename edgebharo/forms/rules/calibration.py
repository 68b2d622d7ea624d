"""The constants of the risk of a capture, fitted by `scripts/risk_calibration.py` or said to be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from edgebharo.types import ExpectKind


@dataclass(frozen=True)
class Calibration:
    """Weights of a logistic regression: each adds to the natural-log odds that a value is wrong."""

    bias: Mapping[ExpectKind, float]
    """Of a value that the ear is entirely sure of, in silence, by the kind of its field."""
    share: float
    """For each unit of log-odds that the ear's own readings leave to other values."""
    margin: float
    """Times (1 - margin): the next other value was as likely."""
    noise: float
    """For every 10 dB by which the speech stood less than `quiet_db` above the room."""
    quiet_db: float
    unfamiliar: float
    """A word of it is no known name."""
    doubtful: float
    """The reading itself may be another."""
    disputed: float
    """Rules and model differ. Chosen, not fitted: it is rare."""
    correction: float
    """It replaces another value. Chosen: a simulated caller who corrects says nothing about a real one."""
    flips: float
    """It would close or open other questions although they were settled. Chosen: mishearing an aside is more
    likely than changing one's mind."""
    heard_before: float
    """An earlier turn gave the same value. Chosen: two hearings that agree seldom err together."""


CALIBRATION = Calibration(
    bias=MappingProxyType(
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
    ),
    share=0.6,
    margin=1.0,
    noise=0.8,
    quiet_db=20.0,
    unfamiliar=0.8,
    doubtful=1.0,
    disputed=1.5,
    correction=0.5,
    flips=2.0,
    heard_before=-1.5,
)

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
