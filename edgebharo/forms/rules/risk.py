"""How likely a captured value is to be wrong, as one calibrated number, and what makes it so.

What is known about the capture adds up to log-odds; the constants stand in `calibration`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, isfinite, log

from edgebharo.capture import Risk, RiskReason
from edgebharo.forms.expect import kind_of
from edgebharo.forms.rules import branches
from edgebharo.forms.rules.calibration import CALIBRATION, LIMITS
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
    parts = dict(_parts(draft, candidate))
    alone = candidate.evidence.share is None
    base = log_odds(0.0) if alone else CALIBRATION.bias[kind_of(field)]
    score = probability(base + sum(parts.values()))
    if alone and field.is_identifier:
        score = max(score, UNCOMPARED)
        parts["identifier"] = WEIGHTY
    reasons = sorted((name for name in parts if parts[name] >= WEIGHTY), key=lambda name: -parts[name])
    return Risk(round(score, 4), tuple(reasons))


def limit_of(field: Field) -> float:
    """The risk above which a value of `field` is read back."""
    return LIMITS[kind_of(field)] if field.confirm_below is None else 1.0 - field.confirm_below


def _parts(draft: Draft, candidate: Candidate) -> Iterator[tuple[RiskReason, float]]:
    """What adds to the log-odds of a mistake, or takes from it."""
    known, fitted = candidate.evidence, CALIBRATION
    if known.share is None:  # nothing to compare with: what the ear says of itself is taken at its word
        yield "confidence", log_odds(1.0 - candidate.confidence) - log_odds(0.0)
    else:
        yield "confidence", fitted.share * (log_odds(1.0 - known.share) - log_odds(0.0))
    if known.margin is not None:
        yield "margin", fitted.margin * (1.0 - known.margin)
    if known.snr_db is not None:
        yield "noise", fitted.noise * max(0.0, fitted.quiet_db - known.snr_db) / 10
    flags: tuple[tuple[RiskReason, bool, float], ...] = (
        ("unfamiliar", known.unfamiliar, fitted.unfamiliar),
        ("disputed", known.disputed, fitted.disputed),
        ("doubtful", candidate.doubtful, fitted.doubtful),
        ("estimated", candidate.estimated, fitted.doubtful),
        ("correction", candidate.correction, fitted.correction),
        ("flips", branches.flips(draft, candidate), fitted.flips),
        ("heard_before", known.heard_before, fitted.heard_before),
    )
    yield from ((name, weight) for name, given, weight in flags if given)


def log_odds(share: float) -> float:
    """Natural log of `share` against the rest, both at least EDGE."""
    return log(max(share, EDGE) / max(1.0 - share, EDGE))


def probability(odds: float) -> float:
    """Inverse of `log_odds`, without its edges."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, odds))))
