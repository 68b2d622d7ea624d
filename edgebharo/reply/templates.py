"""Turns a decision into the lines to speak. Everything comes from the form; variable parts stand alone.

A line that never changes is synthesised once, at set-up: `fixed_lines` lists them.
"""

from __future__ import annotations

from collections.abc import Iterable

from edgebharo.forms.expect import number_range
from edgebharo.forms.loaded import LoadedForm
from edgebharo.forms.schema import CALLER_NUMBER_LINE, Field, Form
from edgebharo.hindi import say
from edgebharo.reply import confirm, phrases
from edgebharo.reply.pieces import fixed_piece_lines, piece_lines, so_far
from edgebharo.types import (
    Answers,
    Ask,
    CallStatus,
    Close,
    Confirm,
    Decision,
    Handoff,
    Repair,
    Reply,
    Step,
    Wait,
)

WIDEST_RANGE = 31
"""A number field with at most so many values has its read-backs synthesised at set-up."""


def render(loaded: LoadedForm, decision: Decision, answers_before: Answers) -> Reply:
    """What to say after `decision`; `answers_before` are the answers that it was made from."""
    form = loaded.form
    lines = [form.field(name).skip_message for name in _skipped_aloud(decision)]
    if answers_before.asked is None and not answers_before.fields and isinstance(decision.step, Ask):
        lines += form.scripts.intro
    lines += _step_lines(form, decision, answers_before)
    return Reply(tuple(line for line in lines if line.strip()))


def _skipped_aloud(decision: Decision) -> tuple[str, ...]:
    """The fields skipped in this turn, but for those that the worker left herself."""
    by_worker = {name for name in decision.skipped if decision.answers.get(name).skip_reason == "worker"}
    return tuple(name for name in decision.skipped if name not in by_worker)


def _step_lines(form: Form, decision: Decision, before: Answers) -> tuple[str, ...]:
    step: Step = decision.step
    if isinstance(step, Ask):
        return _ask(form, step, decision.answers)
    if isinstance(step, Confirm):
        return _confirm(form, step, before)
    if isinstance(step, Repair):
        return _repair(form.field(step.field), step, decision.answers)
    if isinstance(step, Wait):
        return form.scripts.wait
    if isinstance(step, Handoff):
        return (*form.scripts.handoff, form.field(step.field).label)
    return closing(form, step)


# ---------------------------------------------------------------- asking


def question(field: Field, answers: Answers) -> tuple[str, ...]:
    """The question in the wording that fits what is known (the caller's number, typed before the call)."""
    known = answers.caller_number is not None
    by_state = field.question_by_state
    lines = (by_state.caller_number_known if known else by_state.caller_number_unknown) or field.question
    return tuple(part for line in lines for part in _filled(line, answers))


def _filled(line: str, answers: Answers) -> tuple[str, ...]:
    if line == CALLER_NUMBER_LINE:
        return say.digit_words(answers.caller_number or "")
    return (line,)


def asked_again(field: Field, attempt: int, answers: Answers) -> tuple[str, ...]:
    """The wording of the `attempt`-th re-ask; the question itself where the form has none."""
    messages = field.retry_messages
    if attempt > len(messages) and field.retries.until_answered and messages:
        attempt = len(messages)
    if 1 <= attempt <= len(messages) and messages[attempt - 1].strip():
        return (messages[attempt - 1],)
    return question(field, answers)


def _ask(form: Form, step: Ask, answers: Answers) -> tuple[str, ...]:
    field = form.field(step.field)
    if step.piece is not None:
        echoed = so_far(field, answers.partial, step.piece) if step.reason == "partial" else ()
        return (*echoed, *piece_lines(field, step.piece))
    if step.reason == "first":
        return (*field.information, *question(field, answers))
    if step.reason == "explain":
        return (*field.explain, *question(field, answers))
    if step.reason == "partial":
        return (phrases.HEARD_SO_FAR, *say.digit_words(answers.partial), phrases.GO_ON)
    if step.reason == "retry":
        return (*form.scripts.not_heard, *asked_again(field, step.attempt, answers))
    if step.reason == "silence":
        return (*_silence(form, step.attempt), *asked_again(field, step.attempt, answers))
    return question(field, answers)


def _silence(form: Form, attempt: int) -> tuple[str, ...]:
    prompts = form.scripts.silence
    return (prompts[min(attempt, len(prompts) - 1)],) if prompts else ()


def _repair(field: Field, step: Repair, answers: Answers) -> tuple[str, ...]:
    if step.problem == "ambiguous_place" and step.hints:
        states = f" {phrases.AND} ".join(say.speakable(hint) for hint in step.hints)
        return (phrases.STATES_ARE, states, phrases.BOTH_NAMES)
    why = step.message or why_line(field, step)
    if step.piece is not None:
        return (why, *piece_lines(field, step.piece))
    return (why, *asked_again(field, step.attempt, answers))


def why_line(field: Field, step: Repair) -> str:
    """Why the last answer could not be used, in the form's own words or the house's."""
    own = {str(problem): line for problem, line in field.repair.items()}
    return own.get(step.problem) or phrases.WHY[step.problem]


# ---------------------------------------------------------------- reading back, closing


def _confirm(form: Form, step: Confirm, before: Answers) -> tuple[str, ...]:
    if step.review:
        return confirm.summary(form, step.candidates)
    lines: list[str] = []
    for candidate in step.candidates:
        lines += confirm.read_back(form.field(candidate.field), candidate)
    if before.held and before.held[0] == step.candidates[0]:
        lines.append(phrases.JUST_YES_OR_NO)
    return tuple(lines)


def closing(form: Form, step: Close) -> tuple[str, ...]:
    """The last words of a call that ended with this status."""
    scripts = form.scripts
    by_status: dict[CallStatus, tuple[str, ...]] = {
        "complete": scripts.outro,
        "withdrawn": scripts.outro_withdrawn or scripts.outro_incomplete,
    }
    return by_status.get(step.status, scripts.outro_incomplete)


def trouble(form: Form) -> tuple[str, ...]:
    """The last words of a call that a failing device or model breaks off."""
    return (phrases.TROUBLE, *form.scripts.outro_incomplete)


def microphone_lost(form: Form, *, silent: bool) -> tuple[str, ...]:
    """While the call stands still: the microphone is unplugged, or is there and `silent`."""
    if silent:
        return form.scripts.microphone_silent or (phrases.MICROPHONE_SILENT,)
    return form.scripts.microphone_gone or (phrases.MICROPHONE_GONE,)


def resumed(form: Form) -> tuple[str, ...]:
    """A call goes on that was cut off; the question is asked once more after it."""
    return form.scripts.resumed or (phrases.RESUMED,)


def back(form: Form) -> tuple[str, ...]:
    """Microphone and speaker work again; the question is asked once more after it."""
    return form.scripts.back or (phrases.BACK,)


# ---------------------------------------------------------------- what never changes


def fixed_lines(loaded: LoadedForm) -> tuple[str, ...]:
    """Every line that `render` and the acknowledgements can speak unchanged, none twice."""
    form = loaded.form
    house = (
        *phrases.WHY.values(),
        phrases.HEARD,
        phrases.IS_IT_RIGHT,
        phrases.IF_RIGHT_SAY_YES,
        phrases.JUST_YES_OR_NO,
        phrases.HEARD_SO_FAR,
        phrases.GO_ON,
        phrases.TROUBLE,
        phrases.STATES_ARE,
        phrases.BOTH_NAMES,
        phrases.IN_SHORT,
        phrases.ALL_RIGHT,
    )
    pauses = (
        *microphone_lost(form, silent=False),
        *microphone_lost(form, silent=True),
        *back(form),
        *resumed(form),
    )
    lines = [*form.acknowledgements, *_script_lines(form), *pauses, *house]
    for field in form.questions:
        lines += _field_lines(field)
    return tuple(dict.fromkeys(line for line in lines if line.strip() and line != CALLER_NUMBER_LINE))


def _script_lines(form: Form) -> Iterable[str]:
    for name in type(form.scripts).model_fields:
        yield from getattr(form.scripts, name)


def _field_lines(field: Field) -> Iterable[str]:
    yield from field.information
    yield from field.question
    yield from field.question_by_state.caller_number_known
    yield from field.question_by_state.caller_number_unknown
    yield from field.retry_messages
    yield from field.explain
    yield from field.repair.values()
    yield from (guard.message for guard in field.validation)
    yield from (field.skip_message, field.label)
    yield from confirm.frame(field)
    yield from fixed_piece_lines(field)
    yield from _value_lines(field)


def _value_lines(field: Field) -> Iterable[str]:
    """The read-backs of a field with few values."""
    if field.type == "boolean":
        yield from (confirm.statement(field, yes=True), confirm.statement(field, yes=False))
    low, high = number_range(field)
    if field.type == "number" and low is not None and high is not None and high - low < WIDEST_RANGE:
        for value in range(low, high + 1):
            yield from confirm.value_lines(field, value)
    if field.type == "single_select":
        yield from (line for option in field.options for line in confirm.value_lines(field, option.text))
