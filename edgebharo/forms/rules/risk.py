"""How likely a captured value is to be wrong, as one calibrated number, and what makes it so.

What is known about the capture adds up to log-odds; the constants stand in `calibration`.
"""

from __future__ import annotations

from math import exp, isfinite, log

from edgebharo.capture import Risk, RiskReason
from edgebharo.forms.expect import kind_of
from edgebharo.forms.rules import branches
from edgebharo.forms.rules.calibration import BIAS, LIMITS, QUIET_DB, WEIGHTS
from edgebharo.forms.rules.draft import Draft
from edgebharo.forms.schema import Field
from edgebharo.types import Candidate

EDGE = 0.002
"""Shares are kept so far from 0 and 1: the recogniser's own figures are no finer."""
UNCOMPARED = 0.12
"""Least risk of a digit string from an ear that gives one reading only: where one digit in a hundred is
misheard, one number in ten is."""
WEIGHTY = 0.4
"""What adds so much to the log-odds is named as a reason."""


def risk_of(draft: Draft, field: Field, candidate: Candidate) -> Risk:
    """The risk of `candidate` as a value of `field`, with its reasons, the weightiest first."""
    if candidate.source == "worker":
        return Risk(0.0)
    if not isfinite(candidate.confidence):
        return Risk(1.0, ("confidence",))
    known: dict[RiskReason, float] = {**features(candidate), "flips": float(branches.flips(draft, candidate))}
    alone = candidate.evidence.share is None
    parts = {name: WEIGHTS[name] * amount for name, amount in known.items() if amount}
    if alone:  # nothing to compare with: what the ear says of itself is taken at its word
        parts["confidence"] = log_odds(1.0 - candidate.confidence) - log_odds(0.0)
    score = probability((log_odds(0.0) if alone else BIAS[kind_of(field)]) + sum(parts.values()))
    if alone and field.is_identifier:
        score = max(score, UNCOMPARED)
        parts["identifier"] = WEIGHTY
    reasons = sorted((name for name in parts if parts[name] >= WEIGHTY), key=lambda name: -parts[name])
    return Risk(round(score, 4), tuple(reasons))


def features(candidate: Candidate) -> dict[RiskReason, float]:
    """What is known about the capture, each 0 where it speaks for the value: a flag, or an amount.

    confidence: log-odds that the ear leaves to other values, above those of a sure one. margin: 0..1, lacking
    to the next value. noise: tens of decibels lacking to QUIET_DB.
    """
    known = candidate.evidence
    share = 1.0 if known.share is None else known.share
    margin = 1.0 if known.margin is None else known.margin
    snr_db = QUIET_DB if known.snr_db is None else known.snr_db
    return {
        "confidence": log_odds(1.0 - share) - log_odds(0.0),
        "margin": 1.0 - margin,
        "noise": max(0.0, QUIET_DB - snr_db) / 10,
        "unfamiliar": float(known.unfamiliar),
        "doubtful": float(candidate.doubtful),
        "estimated": float(candidate.estimated),
        "disputed": float(known.disputed),
        "correction": float(candidate.correction),
        "heard_before": float(known.heard_before),
    }


def limit_of(field: Field) -> float:
    """The risk above which a value of `field` is read back."""
    return LIMITS[kind_of(field)] if field.confirm_below is None else 1.0 - field.confirm_below


def log_odds(share: float) -> float:
    """Natural log of `share` against the rest, both at least EDGE."""
    return log(max(share, EDGE) / max(1.0 - share, EDGE))


def probability(odds: float) -> float:
    """Inverse of `log_odds`, without its edges."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, odds))))
