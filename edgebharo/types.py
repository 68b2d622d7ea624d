"""What flows between rooms: Frame -> Utterance -> Transcript -> Extraction -> Decision -> Reply -> Speech.

Every object is frozen. Time on the audio side is a sample index at 16 kHz, elsewhere integer milliseconds.
Identifiers (phone, Aadhaar) are digit strings. A date is an ISO ``YYYY-MM-DD`` string. Absence is ``None``;
"does not know" is the skip reason ``dont_know``, never a value that could be stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from edgebharo import capture
from edgebharo.capture import NO_EVIDENCE, Evidence, HistoryEvent, Piece, RiskReason

Pcm: TypeAlias = npt.NDArray[np.int16]
"""Mono signed 16-bit samples, shape [n]."""

SAMPLE_RATE = 16_000
"""Hertz, everywhere between the microphone's resampler and the recogniser."""

FRAME_SAMPLES = 512
"""Samples in one Frame (32 ms): the only block size that Silero accepts at 16 kHz."""

Cancelled: TypeAlias = Callable[[], bool]
"""A cancel token: long work asks it between steps and stops early when it answers True."""


def never_cancelled() -> bool:
    """The cancel token of work that nobody will interrupt."""
    return False


# ---------------------------------------------------------------- audio


@dataclass(frozen=True)
class Frame:
    """One block of microphone audio."""

    start: int
    """Index of the first sample since the call began."""
    pcm: Pcm
    """Exactly FRAME_SAMPLES samples."""


EndedBy: TypeAlias = Literal["silence", "limit", "gap", "eof", "open"]
"""`open`: it has not ended, the caller is still speaking."""


@dataclass(frozen=True)
class Utterance:
    """What the caller said between two silences, pre-roll included."""

    id: int
    start: int
    """Sample index of pcm[0]."""
    end: int
    """Sample index just after the last voiced frame (not after the closing silence)."""
    pcm: Pcm
    ended_by: EndedBy


# ---------------------------------------------------------------- what the question expects

ExpectKind: TypeAlias = Literal[
    "yes_no", "number", "months", "digits", "date", "place", "choice", "name", "text"
]


@dataclass(frozen=True)
class Expect:
    """What the question that was asked can be answered with; handed to the ear and to the endpointer."""

    kind: ExpectKind = "text"
    digits: int | None = None
    """digits: how many make the answer complete."""
    low: int | None = None
    high: int | None = None
    """number, months: inclusive range."""
    options: tuple[str, ...] = ()
    """place, choice: the phrases (every alias, normalised) that may be said. name: the words of spelling."""
    confirming: bool = False
    """True while a read-back is being answered: yes/no words are then likely whatever the kind."""
    parts: int = field(default=1, compare=False)
    """name: words that a whole one usually has. For the endpointer alone: the ear hears the same."""


# ---------------------------------------------------------------- hearing


@dataclass(frozen=True)
class Word:
    """One recognised word with its place in the utterance."""

    text: str
    start_ms: int
    end_ms: int
    confidence: float
    """0..1."""


@dataclass(frozen=True)
class Hypothesis:
    """One reading of an utterance; `score` is a natural-log probability, comparable within one utterance."""

    text: str
    score: float


@dataclass(frozen=True)
class Transcript:
    """What the recogniser heard. `text` has passed `hindi.normalize`; empty text means nothing was said."""

    utterance_id: int
    text: str
    hypotheses: tuple[Hypothesis, ...] = ()
    """Best first; the first one's text equals `text`."""
    words: tuple[Word, ...] = ()
    confidence: float = 1.0
    """0..1, posterior of `text` over the alternatives."""
    snr_db: float | None = None
    """Decibels that the speech stood above the sounds around it; None where that was not measured."""


# ---------------------------------------------------------------- understanding

Value: TypeAlias = capture.Value

Source: TypeAlias = Literal["rules", "model", "worker", "state"]
"""Who produced a value: Hindi rules, the language model (grounded), the worker's hands, an earlier answer."""

Intent: TypeAlias = Literal[
    "answer", "correct", "skip", "dont_know", "refuse", "repeat", "wait", "explain", "stop", "none"
]

Problem: TypeAlias = Literal[
    "range",  # "पाँच-छह महीने"
    "wrong_unit",  # weeks where months were asked; an age where a date was asked
    "ambiguous_place",  # one name, two states
    "wrong_level",  # a block or village where a district was asked
    "unknown_place",
    "impossible_date",
    "future_date",
    "unclear_direction",  # "कल जाऊँगी" as a birth date
    "wrong_field",  # an answer, but to something else
    "wrong_length",  # too many or too few digits, and not a prefix worth keeping
    "unclear",  # words were heard, nothing usable was understood
]


@dataclass(frozen=True)
class Span:
    """Half-open range of code points in `Transcript.text`: the words that a value rests on."""

    start: int
    end: int


@dataclass(frozen=True)
class Candidate:
    """A proposed value for one field, and the words it rests on."""

    field: str
    value: Value
    span: Span | None
    """None only for sources `worker` and `state`."""
    source: Source
    confidence: float = 1.0
    doubtful: bool = False
    """The reading itself asks for a confirmation (relative date, idiom, two names, digits in pairs …)."""
    correction: bool = False
    """The caller said that this replaces something said before."""
    estimated: bool = False
    """Computed (from an age, "last month"), not said."""
    reading: str = ""
    """How it was read, for the record: `day-month-year`, `pairs`, `carrier`, `gazetteer` …"""
    evidence: Evidence = NO_EVIDENCE
    """What its risk is worked out from."""


@dataclass(frozen=True)
class Extraction:
    """All that one utterance says about the form. Never an exception: oddities are `intent` and `problem`."""

    intent: Intent = "none"
    candidates: tuple[Candidate, ...] = ()
    problem: Problem | None = None
    """Why the asked field got no candidate although the caller tried to answer it."""
    problem_field: str | None = None
    partial: str = ""
    """Digits heard so far for the asked digit field, the kept buffer included, when they are not enough."""
    affirmed: bool | None = None
    """Answer to a read-back: True, False, or None where no yes/no was said."""
    repeated: bool = False
    """The value that was read back was said once more."""
    not_available: bool = False
    """Refinement of intent `skip`: the thing does not exist ("आधार बना ही नहीं")."""
    hints: tuple[str, ...] = ()
    """Alternatives worth naming in the repair (the states of an ambiguous district)."""
    unsettled: str = ""
    """The name of a place that was said for the asked field, while its state is still wanted."""
    whole_piece: bool = False
    """The words answer the part of a value that was asked for."""
    wrong: Piece | None = None
    """The part of the value read back that was called wrong, where no other was given ("साल गलत है")."""


# ---------------------------------------------------------------- deciding

FieldStatus: TypeAlias = Literal["empty", "answered", "skipped"]
CallStatus: TypeAlias = Literal["in_progress", "complete", "screened_out", "failed", "withdrawn"]
SkipReason: TypeAlias = Literal["dont_know", "refused", "not_available", "retries", "worker"]


@dataclass(frozen=True)
class Answer:
    """One field of the form as it stands."""

    status: FieldStatus = "empty"
    value: Value | None = None
    source: Source | None = None
    confidence: float = 1.0
    confirmed: bool = False
    """The caller said yes to a read-back, or the worker typed it."""
    estimated: bool = False
    skip_reason: SkipReason | None = None
    risk: float | None = None
    """0..1, how likely the value was to be wrong when it was captured; None where nobody heard it."""
    risk_reasons: tuple[RiskReason, ...] = ()
    """What made it so, the weightiest first."""
    reading: str = field(default="", compare=False)
    """How it was read, for the record; see Candidate."""


@dataclass(frozen=True)
class Answers:
    """The whole state of one form during a call. Immutable: `forms.decide` returns a new one."""

    fields: Mapping[str, Answer] = field(default_factory=lambda: MappingProxyType({}))
    """A field that is missing here is `empty`."""
    asked: str | None = None
    """The field that the last question was about."""
    held: tuple[Candidate, ...] = ()
    """Values waiting for the caller's yes, in the order they will be confirmed."""
    partial: str = ""
    """Digits heard so far for `asked`."""
    unsettled: str = ""
    """The name of a place that was said for `asked`, while its state is still wanted."""
    retries: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Re-asks used up, by field."""
    refused: Mapping[str, tuple[Value, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Values the caller said no to: never offered again."""
    free_turns: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Turns that cost no re-ask (repeat, wait, explain, digits in pieces), by field: they are bounded too."""
    read_backs: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Read-backs spoken, by field."""
    piece: Piece | None = None
    """The part of `asked` that was asked for by itself; `partial` then holds the parts that are known."""
    heard: Mapping[str, tuple[Value, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Every value that may have been said, by field, the likeliest of the newest turn first."""
    spelt: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Names as they were told letter by letter, by field, the newest first."""
    history: Mapping[str, tuple[HistoryEvent, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """What happened to each field's value, in order."""
    reviewing: tuple[str, ...] = ()
    """The fields whose values the last summary named."""
    reviews: int = 0
    """Summaries spoken."""
    status: CallStatus = "in_progress"
    caller_number: str | None = None
    """Typed by the worker before the call, where known (decision D8)."""

    def get(self, name: str) -> Answer:
        """The answer of `name`; an empty one where nothing was written."""
        return self.fields.get(name, Answer())


AskReason: TypeAlias = Literal["first", "retry", "repeat", "explain", "resume", "partial", "silence"]


@dataclass(frozen=True)
class Ask:
    """Ask (or ask again) for one field."""

    field: str
    reason: AskReason = "first"
    attempt: int = 0
    """0 = first ask, n = n-th re-ask."""
    piece: Piece | None = None
    """The part of the value that is asked for; None for the whole."""


@dataclass(frozen=True)
class Confirm:
    """Read held values back and ask whether they are right (usually one)."""

    candidates: tuple[Candidate, ...]
    review: bool = False
    """The summary at the end of the call: values that stand in the form, so that a no alone changes them."""


@dataclass(frozen=True)
class Repair:
    """Ask again, narrower, saying why the last answer could not be used."""

    field: str
    problem: Problem | Literal["refused_value", "invalid"]
    attempt: int
    hints: tuple[str, ...] = ()
    message: str = ""
    """The guard's own words, where the form gives them."""
    piece: Piece | None = None
    """The part of the value that is asked for; None for the whole."""


@dataclass(frozen=True)
class Wait:
    """Stay quiet; the caller asked for a moment."""

    field: str


@dataclass(frozen=True)
class Handoff:
    """The worker must type or pick the value of `field`."""

    field: str
    heard: tuple[str, ...] = ()
    """What may have been said and can be picked, the likeliest first; hints (states of a district) before."""


@dataclass(frozen=True)
class Close:
    """The call is over."""

    status: CallStatus


Step: TypeAlias = Ask | Confirm | Repair | Wait | Handoff | Close


@dataclass(frozen=True)
class Rejection:
    """A candidate that a rule refused. A value, never an exception."""

    rule: str
    field: str
    reason: str


@dataclass(frozen=True)
class Decision:
    """What the rules made of one Extraction."""

    answers: Answers
    step: Step
    written: tuple[str, ...] = ()
    """Fields whose stored value changed in this turn."""
    held: tuple[str, ...] = ()
    """Fields whose value now waits for a confirmation."""
    skipped: tuple[str, ...] = ()
    """Fields that this turn skipped: their skip message is spoken."""
    rejections: tuple[Rejection, ...] = ()
    fired: tuple[str, ...] = ()
    """Ids of the rules that fired, for the record."""
    retry_used: bool = False


# ---------------------------------------------------------------- speaking


@dataclass(frozen=True)
class Reply:
    """What to say next, one entry per sentence group; each line is synthesised (and cached) on its own."""

    lines: tuple[str, ...]
    source: Literal["template", "model"] = "template"

    @property
    def text(self) -> str:
        """The whole reply as one string."""
        return " ".join(self.lines)


@dataclass(frozen=True)
class Speech:
    """A piece of synthesised speech."""

    pcm: Pcm
    rate: int
    """Hertz."""
    last: bool = False
