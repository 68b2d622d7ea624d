"""How long a silence ends a turn: a function of what was asked and of whether the words answer it already.

The published agents use one constant (0.2 s to stop, 0.4 s more). Pauses inside one turn are commonly
0.5 to 1.5 s (IndicFDB counts them as short), and 2.5 s is the 95th percentile on real calls: too long to wait
after every answer, too short to cut a phone number at. So a finished answer ends soon and an unfinished
one waits.
"""

from __future__ import annotations

from edgebharo.types import Expect, ExpectKind

PAUSE_MS = 256
"""Silence after which the recogniser is started on what was said so far (8 frames)."""

COMPLETE_MS: dict[ExpectKind, int] = {
    "yes_no": 650,
    "number": 650,
    "months": 650,
    "digits": 650,
    "date": 700,
    "place": 650,
    "choice": 650,
    "name": 800,
    "text": 800,
}
"""Silence that ends a turn whose words are a whole answer. Open text is never surely whole: it waits more."""

INCOMPLETE_MS: dict[ExpectKind, int] = {
    "yes_no": 1200,
    "number": 1500,
    "months": 1500,
    "digits": 2200,
    "date": 2000,
    "place": 1500,
    "choice": 1500,
    "name": 1600,
    "text": 1600,
}
"""Silence that ends a turn whose words do not answer yet: 7 of 10 digits, "मई की …", "मेरा नाम …"."""

FORESEEN_MS: dict[ExpectKind, int] = {
    "yes_no": 500,
    "number": 500,
    "months": 500,
    "digits": 500,
    "date": 550,
    "place": 500,
    "choice": 500,
    "name": 800,
    "text": 800,
}
"""The same where these very words were known, and whole, while she still spoke: nothing has followed them.

About the shortest pause that IndicFDB counts as one inside a turn. Open text gains nothing."""

WAIT_REQUEST_MS = 1200
"""Silence after "एक मिनट": the answer often follows at once."""

LULL_MS = 96
"""A silence that may become a pause: a shorter one is most often inside a word (a stop's closure)."""

PARTIAL_MS = 300
"""The longest stretch of speech without a partial result. One that takes longer than this is followed by a
rest, so that a slow machine has its hands free when the caller falls silent."""

SILENCE_MS = 3000
"""Silence after playback until the caller is asked again (FormBharo's published constant)."""

AFTER_NOISE_MS = 2000
"""The same after a sound that held no words: the caller is probably about to speak."""

WAITING_MS = 20_000
"""Quiet time granted after "एक मिनट"; then the question is put again."""

HEARING_LIMIT_MS = 35_000
"""A watchdog: the segmenter cuts at 30 s, so a longer silence from it means that the stream has died."""


def end_silence_ms(
    expect: Expect, *, complete: bool, asks_to_wait: bool = False, foreseen: bool = False
) -> int:
    """Milliseconds of silence, counted from the last voiced frame, after which the turn is over.

    `foreseen`: the words were known, and a whole answer, while the caller still spoke.
    """
    if asks_to_wait:
        return WAIT_REQUEST_MS
    if not complete:
        return INCOMPLETE_MS[expect.kind]
    kind: ExpectKind = "yes_no" if expect.confirming else expect.kind
    return (FORESEEN_MS if foreseen else COMPLETE_MS)[kind]
