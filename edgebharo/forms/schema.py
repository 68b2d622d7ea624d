"""What a form file can say. Every model is frozen and refuses unknown keys.

The wording lives here too: a spoken line is Devanagari without digits or Latin letters, because it goes to
the speech synthesiser as it stands. What a single model cannot see (duplicates, branches that point nowhere,
contradictions between keys) is checked by `forms.check`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, ConfigDict
from pydantic import Field as Spec

from edgebharo.capture import ConfirmPolicy
from edgebharo.forms.guards import Guard, Model
from edgebharo.types import Problem

FieldType: TypeAlias = Literal["string", "number", "date", "boolean", "single_select", "multi_select"]

Meaning: TypeAlias = Literal[
    "free",
    "person_name",
    "child_name",
    "institution_name",
    "place",
    "months",
    "count",
    "phone",
    "digits",
    "date_of_birth",
    "calendar_date",
    "own_number",
]
"""What kind of thing a field holds: it chooses the Hindi reader and the decoder's expectation.

`own_number`: a yes/no about the very phone number of the call, so that naming another one is a no.
"""

GaveUp: TypeAlias = Literal["skip", "end", "handoff"]
"""What happens to a field that could not be filled."""

CALLER_NUMBER_LINE = "{caller_number}"
"""A line that is spoken as the digits of the number that the worker typed before the call."""


CONSENT = "consent"
"""What the consent question is called wherever a field's name stands; no field may take it."""


def _one_or_many(value: object) -> object:
    return (value,) if isinstance(value, str) else value


Lines: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_one_or_many)]
"""Spoken sentence groups; one string counts as one line."""


# ---------------------------------------------------------------- parts of a field


class Retries(Model):
    """How often a question is asked again, and what then."""

    max: int = Spec(default=2, ge=0, le=20)
    """Re-asks after the first ask."""
    until_answered: bool = False
    """Ask for ever; `max` is ignored."""
    exhausted: GaveUp = "skip"


class Option(Model):
    """One choice of a select field."""

    text: str = Spec(min_length=1)
    """What is stored and read back."""
    aliases: tuple[str, ...] = ()


class BooleanLabels(Model):
    """How a yes and a no are shown and exported. YAML keys: `true`, `false`."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
    when_true: str = Spec(alias="true")
    when_false: str = Spec(alias="false")


class QuestionByState(Model):
    """Other wordings of a question, by what is known before the call."""

    caller_number_known: Lines = ()
    caller_number_unknown: Lines = ()


class Cues(Model):
    """Phrases that answer this very question without saying yes or no."""

    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    doubtful_yes: tuple[str, ...] = ()
    """Mean yes, but are read back first."""
    doubtful_no: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    """Mean no, and that there is no such thing at all: what a no would open is not asked."""
    unclear: tuple[str, ...] = ()
    """Neither yes nor no, whatever words they contain."""


class ReadBack(Model):
    """The frame around a value that is read back. Empty lines fall back to the house frame."""

    before: str = ""
    after: str = ""
    when_true: str = ""
    """The whole statement for a yes: "आप गर्भवती हैं"."""
    when_false: str = ""


class Field(Model):
    """One thing to find out."""

    name: str = Spec(pattern="^[a-z][a-z0-9_]*$")
    label: str = Spec(min_length=1)
    """Short, spoken: "मोबाइल नंबर"."""
    type: FieldType
    meaning: Meaning = "free"
    required: bool = True
    question: Lines
    question_by_state: QuestionByState = QuestionByState()
    information: Lines = ()
    """Said once before the first ask: "बस चार सवाल और हैं"."""
    retry_messages: tuple[str, ...] = ()
    """n-th re-ask; where it is blank or missing the question itself is said again."""
    repair: Mapping[Problem, str] = Spec(default_factory=dict)
    """This field's own words for a problem, said before the re-ask."""
    skip_message: str = ""
    explain: Lines = ()
    """What the question means, said when the caller asks."""
    retries: Retries = Retries()
    dont_know: GaveUp | None = None
    """When the caller does not know or refuses; see `on_dont_know`."""
    confirm: Literal["auto", "always", "never", "at_end"] = "auto"
    """at_end: as auto, but read back in one summary before the call closes, not at once."""
    confirm_below: float | None = Spec(default=None, ge=0.0, le=1.0)
    """auto: a value that is less likely to be right (0..1, one minus its risk) is read back; 0 for none.

    None: the limit of its kind, see `forms.rules.calibration`.
    """
    unrepaired: GaveUp = "handoff"
    """What happens after the caller refused what was heard and its repair failed; `skip` if optional."""
    read_back: ReadBack = ReadBack()
    branch: str | None = None
    validation: tuple[Guard, ...] = ()
    screen_out: tuple[bool | int | float | str, ...] = ()
    """Values that end the call at once: the caller is not whom the form is for."""
    options: tuple[Option, ...] = ()
    gazetteer: str | None = None
    boolean_labels: BooleanLabels | None = None
    digits: int | None = Spec(default=None, ge=1, le=20)
    """meaning phone, digits: how many make the answer complete."""
    number_format: Literal["integer", "decimal"] | None = None
    topics: tuple[str, ...] = ()
    """Words that name this field: "ज़िला"."""
    cues: Cues = Cues()
    spelled: bool = False
    """A name whose question asks for its letters: the ear expects them."""
    not_words: tuple[str, ...] = ()
    """Open text: words that are never the answer by themselves."""
    guidance: str = ""
    """Instructions for the language model; never spoken."""

    @property
    def on_dont_know(self) -> GaveUp:
        """What a don't-know or a refusal does: skip an optional field, ask the worker for a required one."""
        if self.dont_know is not None:
            return self.dont_know
        return "handoff" if self.required else "skip"

    @property
    def is_identifier(self) -> bool:
        """True where the value is a digit string, never a number."""
        return self.meaning in ("phone", "digits")


# ---------------------------------------------------------------- the form


class Condition(Model):
    """What opens a branch: exactly one of `equals` (yes/no controllers) and `present` (any type)."""

    field: str
    equals: bool | None = None
    present: bool | None = None
    """True: answered; False: skipped."""


class Branch(Model):
    """A group of fields that is only asked where its condition holds."""

    id: str = Spec(min_length=1)
    when: Condition


class Scripts(Model):
    """Lines that belong to the call, not to a field."""

    intro: Lines = ()
    outro: Lines = ()
    outro_incomplete: Lines = ()
    outro_withdrawn: Lines = ()
    handoff: Lines = ()
    """Said to the worker, who types the answer."""
    wait: Lines = ()
    silence: tuple[str, ...] = ()
    """n-th entry for the n-th silence in a row; the last one repeats."""
    not_heard: Lines = ()
    microphone_gone: Lines = ()
    """Said while the microphone is unplugged, where the speaker still works; also to the worker."""
    microphone_silent: Lines = ()
    """The same where it is there but gives no sound."""
    resumed: Lines = ()
    """Said when a call goes on that was cut off some time ago; the question follows."""
    back: Lines = ()
    """Said when microphone and speaker work again; the question follows."""


class Consent(Model):
    """The question before every other. Without a clear yes nothing is asked, and nothing is kept."""

    version: str = Spec(min_length=1)
    """Of this wording; stored with every answer to it. Change it whenever a line changes."""
    label: str = "सहमति"
    question: Lines
    """What the answers are for, and the question itself."""
    explain: Lines = ()
    """What will be asked and why, said when the caller asks."""
    if_given: Lines = ()
    """What a yes means; said after `explain`."""
    if_refused: Lines = ()
    """What a no means; said after `if_given`."""
    retry_messages: tuple[str, ...] = ()
    retries: int = Spec(default=1, ge=0, le=5)
    """Re-asks after an unclear answer or a second silence; then it counts as not given."""
    cues: Cues = Cues()

    @cached_property
    def field(self) -> Field:
        """The question as a yes/no field called CONSENT, so that it is heard and worded like any other."""
        return Field(
            name=CONSENT,
            label=self.label,
            type="boolean",
            question=self.question,
            explain=(*self.explain, *self.if_given, *self.if_refused),
            retry_messages=self.retry_messages,
            retries=Retries(max=self.retries, exhausted="end"),
            dont_know="end",
            confirm="never",
            cues=self.cues,
        )


class Form(Model):
    """One form: what is asked, in which order, in which words."""

    id: str = Spec(pattern="^[a-z][a-z0-9-]*$")
    version: str = Spec(min_length=1)
    title: str = Spec(min_length=1)
    language: Literal["hi"] = "hi"
    status: Literal["draft", "published"] = "published"
    description: str = ""
    guidance: str = ""
    """Instructions for the language model that hold for the whole call; never spoken."""
    agent_speaks_first: bool = True
    ask_one_by_one: bool = True
    mute_caller_while_speaking: bool = True
    """Half-duplex; off only with a headset."""
    patience: int = Spec(default=10, ge=1, le=100)
    """Turns for one field that cost no retry (repeat, wait, explain, digits in pieces) before they do."""
    read_backs: int = Spec(default=4, ge=1, le=20)
    """Read-backs for one field before it is given up."""
    confirm_policy: ConfirmPolicy = "risk"
    """off: no value is read back. risk: as each field says. always: every value is."""
    consent: Consent | None = None
    """Asked first, where the form has one."""
    audio_consent: str | None = None
    """The yes/no field by which the caller allows that her voice is kept for some days, too. Without it, or
    where this device does not keep sound (`keep_audio_days`), none is ever written."""
    review: bool = False
    """A short summary of all answers before the call closes; any of them can be corrected by naming it."""
    fields: tuple[Field, ...]
    branches: tuple[Branch, ...] = ()
    scripts: Scripts = Scripts()
    send_acknowledgements: bool = True
    acknowledgement_mode: Literal["fixed", "generated"] = "fixed"
    acknowledgements: tuple[str, ...] = ()
    """fixed: one of them is spoken at once while the answer is worked out."""
    sha256: str = ""
    """Digest of the file's bytes, set by `forms.load`; never written in the file."""

    @property
    def questions(self) -> tuple[Field, ...]:
        """Everything that may be asked: the consent question, then the fields."""
        return self.fields if self.consent is None else (self.consent.field, *self.fields)

    def find(self, name: str | None) -> Field | None:
        """The field called `name`, the consent question included; None where there is none."""
        return next((field for field in self.questions if field.name == name), None)

    def field(self, name: str) -> Field:
        """The same for a name that the form has.

        Raises:
            KeyError: the form has none.
        """
        found = self.find(name)
        if found is None:
            raise KeyError(name)
        return found
