"""How long a silence ends a turn: a policy of what was asked, of what the words say, of who is speaking.

The published agents use one constant (0.2 s to stop, 0.4 s more). Pauses inside one turn are commonly
0.5 to 1.5 s (IndicFDB counts them as short) and 2.5 s is the 95th percentile on real calls: too long to wait
after every answer, too short to cut a phone number at. So a finished answer ends soon and an unfinished one
waits. Every constant of turn-taking stands here. A figure without a source is a choice of this project's,
held by `edgebharo bench turns`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from edgebharo.types import Expect, ExpectKind

PAUSE_MS = 256
"""Silence after which the recogniser is started on what was said so far (8 frames)."""

LULL_MS = 96
"""A silence that may become a pause: a shorter one is most often inside a word (a stop's closure)."""

ONSET_MS = 96
"""How long somebody has been speaking when the detector says so (3 frames)."""

PARTIAL_MS = 300
"""The longest stretch of speech without a partial result. One that takes longer than this is followed by a
rest, so that a slow machine has its hands free when the caller falls silent."""

SILENCE_MS = 3000
"""Silence after playback until the caller is asked again (FormBharo's published constant)."""

AFTER_NOISE_MS = 2000
"""The least that is left of it after a sound that held no words: the caller is probably about to speak."""

NOISE_FACTOR = 3
"""A room that is never quiet makes the silence at most so many times as long."""

WAITING_MS = 20_000
"""Quiet time granted after "एक मिनट"; then the question is put again."""

STALLED_MS = 1800
"""A watchdog: while she speaks the detector tells what was said at least every 300 ms, so a longer silence of
the detector itself means that the stream has stopped. Closes the turn within 2 s."""


SURE = 0.97
"""The least probability of being whole with which an answer of an exact kind is taken to be it. Of 131 whole
numbers 130 had more; of 16 halves of numbers that were heard as whole ones 15 had less (seeds 11 to 13 of
`bench turns`, with recorded digits)."""


# ---------------------------------------------------------------- what the policy is told


@dataclass(frozen=True)
class Reading:
    """What the words so far say about whether the turn is over."""

    complete: bool = False
    """They are a whole answer to what was asked, or a whole request."""
    asks_to_wait: bool = False
    """They ask for a moment: the answer often follows at once."""
    foreseen: bool = False
    """They were known, and a whole answer, while the caller still spoke: nothing has followed them."""
    trailing: bool = False
    """They end in the middle: a filler, "और", "मेरा नाम", "मई की", "दो हज़ार"."""
    lacking: bool = False
    """An answer that lacks a part, or seems to: a date without its year, a first name where a whole one was
    asked for, a number that was heard badly."""
    loose: bool = False
    """An answer that may well go on: a name of one word."""
    rounded: bool = False
    """They end as a sentence ends: "… है"."""


@dataclass(frozen=True)
class Pace:
    """How this caller speaks: her longest pauses inside a turn so far, in milliseconds, longest first."""

    pauses_ms: tuple[int, ...] = ()

    def with_pause(self, pause_ms: int) -> Pace:
        """The pace after one more pause."""
        return Pace(tuple(sorted((*self.pauses_ms, pause_ms), reverse=True)[:PAUSES_KEPT]))

    @property
    def longest_ms(self) -> int:
        """Her longest pause; of three or more the second longest, so that one stray pause counts no more."""
        if len(self.pauses_ms) < PAUSES_KEPT:
            return self.pauses_ms[0] if self.pauses_ms else 0
        return self.pauses_ms[1]


PAUSES_KEPT = 3


# ---------------------------------------------------------------- the policy


@dataclass(frozen=True)
class Policy:
    """Milliseconds of silence, counted from the last voiced frame, after which the turn is over."""

    name: str
    complete_ms: Mapping[ExpectKind, int]
    """After a whole answer."""
    foreseen_ms: Mapping[ExpectKind, int]
    """The same where these very words were known while she still spoke."""
    loose_ms: Mapping[ExpectKind, int]
    """After an answer that may go on, and where more was begun ("… और")."""
    lacking_ms: Mapping[ExpectKind, int]
    """After an answer that lacks a part."""
    incomplete_ms: Mapping[ExpectKind, int]
    """After words that do not answer: 7 of 10 digits, "पंद्रह …", talk about something else."""
    trailing_ms: int
    """After words that end in the middle and do not answer yet."""
    wait_request_ms: int
    """After "एक मिनट"."""
    pace_share: float
    """An unfinished answer waits for so much of her own longest pause, where that is more."""
    patience_ms: int
    """The longest that her pace can make an unfinished answer wait."""
    loose_patience_ms: int
    """The same for an answer that may go on, and for words that may never be whole (names, open text)."""

    def end_silence_ms(self, expect: Expect, reading: Reading, pace: Pace) -> int:
        """The silence that ends this turn."""
        if reading.asks_to_wait:
            return self.wait_request_ms
        hers_ms = int(pace.longest_ms * self.pace_share)
        if not reading.complete:
            own_ms = self.incomplete_ms[expect.kind]
            own_ms = max(own_ms, self.trailing_ms) if reading.trailing else own_ms
            return max(own_ms, min(hers_ms, self.patience_ms))
        kind: ExpectKind = "yes_no" if expect.confirming else expect.kind
        if reading.lacking and not reading.rounded:
            return max(self.lacking_ms[kind], min(hers_ms, self.patience_ms))
        if reading.trailing or (reading.loose and not reading.rounded):
            return max(self.loose_ms[kind], min(hers_ms, self.loose_patience_ms))
        known = self.foreseen_ms if reading.foreseen else self.complete_ms
        if kind not in OPEN_KINDS or reading.rounded:
            return known["yes_no" if reading.rounded else kind]
        return max(known[kind], min(hers_ms, self.loose_patience_ms))


OPEN_KINDS: frozenset[ExpectKind] = frozenset({"name", "text"})
"""Kinds whose words do not show that they are whole."""

COMPLETE_MS: Mapping[ExpectKind, int] = MappingProxyType(
    {
        "yes_no": 600,
        "number": 600,
        "months": 600,
        "digits": 600,
        "date": 650,
        "place": 650,
        "choice": 600,
        "name": 800,
        "text": 800,
    }
)

FORESEEN_MS: Mapping[ExpectKind, int] = MappingProxyType(
    {
        "yes_no": 450,
        "number": 450,
        "months": 450,
        "digits": 450,
        "date": 500,
        "place": 500,
        "choice": 450,
        "name": 800,
        "text": 800,
    }
)
"""About the shortest pause that IndicFDB counts as one inside a turn. Open text gains nothing."""

LOOSE_MS: Mapping[ExpectKind, int] = MappingProxyType(
    {
        "yes_no": 1200,
        "number": 1200,
        "months": 1200,
        "digits": 1600,
        "date": 1600,
        "place": 1200,
        "choice": 1200,
        "name": 1050,
        "text": 1050,
    }
)

LACKING_MS: Mapping[ExpectKind, int] = MappingProxyType(
    {
        "yes_no": 1200,
        "number": 1200,
        "months": 1200,
        "digits": 3200,
        "date": 3200,
        "place": 3200,
        "choice": 3200,
        "name": 3200,
        "text": 1600,
    }
)
"""As long as an unfinished answer where a part is sure to be missing, or there by a mishearing only. Some
people give no more (a lone name); their reply comes a little after the 3 s that Inquesto counts as slow."""

INCOMPLETE_MS: Mapping[ExpectKind, int] = MappingProxyType(
    {
        "yes_no": 1500,
        "number": 2000,
        "months": 2000,
        "digits": 3200,
        "date": 3200,
        "place": 1800,
        "choice": 1800,
        "name": 1800,
        "text": 1800,
    }
)
"""Digits and dates outlast three seconds: the maintainers of a published agent chose 3 s as the longest wait
after they had measured pauses inside a turn (95th percentile 2.5 s). The rest is for the detector, which is
sure of a voice ONSET_MS after it has begun."""

BY_MEANING = Policy(
    name="by-meaning",
    complete_ms=COMPLETE_MS,
    foreseen_ms=FORESEEN_MS,
    loose_ms=LOOSE_MS,
    lacking_ms=LACKING_MS,
    incomplete_ms=INCOMPLETE_MS,
    trailing_ms=3200,
    wait_request_ms=1000,
    pace_share=1.25,
    patience_ms=4000,
    loose_patience_ms=1600,
)
"""The policy of the house."""


def _constant(milliseconds: int) -> Mapping[ExpectKind, int]:
    return MappingProxyType(dict.fromkeys(COMPLETE_MS, milliseconds))


FIXED = Policy(
    name="fixed",
    complete_ms=_constant(600),
    foreseen_ms=_constant(600),
    loose_ms=_constant(600),
    lacking_ms=_constant(600),
    incomplete_ms=_constant(600),
    trailing_ms=600,
    wait_request_ms=600,
    pace_share=0.0,
    patience_ms=0,
    loose_patience_ms=0,
)
"""0.2 s of silence to stop and 0.4 s more, whatever was said (FormBharo's published constants): what the
policy of the house is measured against."""

POLICIES: Mapping[str, Policy] = MappingProxyType({policy.name: policy for policy in (BY_MEANING, FIXED)})
