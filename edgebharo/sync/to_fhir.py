"""A FHIR R4 server as a target: records as QuestionnaireResponses, with their form as Questionnaire.

One transaction holds several records and creates only what is not there yet (`ifNoneExist`), so a retry after
a lost answer doubles nothing. What is sent is readable by the server: TLS alone protects it on the way.

Checked with the R4B models of `fhir.resources`: Bundle, Questionnaire and QuestionnaireResponse are the same
in R4 and R4B, and R4 itself has no models in a maintained release of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fhir.resources.R4B.bundle import Bundle
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from edgebharo.forms.schema import Form
from edgebharo.records.outbox import Item
from edgebharo.records.payload import Record
from edgebharo.sync.batches import Limits
from edgebharo.sync.fhir_form import FhirJson
from edgebharo.sync.fhir_record import transaction
from edgebharo.sync.line import Line
from edgebharo.sync.opening_records import opened
from edgebharo.sync.targets import Answered, Reader, Target, TargetOptions
from edgebharo.sync.verdicts import Reply, Verdict, of_status, one_line, unintelligible

_LIMITS = Limits(items=50, bytes=1024 * 1024)
_SEVERAL = Verdict("refused", "the server holds several resources under its number")
_HEADERS = {
    "Content-Type": "application/fhir+json",
    "Accept": "application/fhir+json",
    "Prefer": "return=minimal",
}


@dataclass(frozen=True)
class ToFhir:
    """Posts transactions to one FHIR server."""

    line: Line
    base: str
    read: Reader
    forms: Mapping[tuple[str, str], Form]
    """By id and version."""
    limits: Limits = _LIMITS
    reads: bool = True

    def post(self, items: Sequence[Item]) -> Answered:
        """Those that this device can read, in one transaction."""
        found = [opened(item, self.read) for item in items]
        records = [entry for entry in found if isinstance(entry, Record)]
        if not records:
            return tuple(entry for entry in found if isinstance(entry, Verdict))
        answer = self._transact(records)
        if isinstance(answer, Verdict):
            return answer if len(records) == len(found) else _spread(found, [answer] * len(records))
        return _spread(found, answer)

    def close(self) -> None:
        """Let go of the connection."""
        self.line.close()

    def _transact(self, records: Sequence[Record]) -> Answered:
        used = {(record.form_id, record.form_version) for record in records} & self.forms.keys()
        answer = self._create(records, {key: self.forms[key] for key in used})
        if used and answer == _SEVERAL:  # two devices created the form at once: it is there, leave it alone
            return self._create(records, {})
        return answer

    def _create(self, records: Sequence[Record], forms: Mapping[tuple[str, str], Form]) -> Answered:
        bundle = transaction(records, self.base, forms)
        if not is_valid(bundle):
            return Verdict("refused", "it cannot be told in FHIR")
        body = json.dumps(bundle, ensure_ascii=False, separators=(",", ":")).encode()
        reply = self.line.send("POST", "", body=body, headers=_HEADERS)
        if isinstance(reply, Verdict):
            return reply
        if reply.status != 200:
            return _of_error(reply)
        return _of_bundle(reply.body, entries=len(records) + len(forms), records=len(records))


def create(options: TargetOptions) -> Target:
    """The FHIR server whose base is the address.

    Raises:
        ConfigError: the address cannot be used.
    """
    headers = {"Authorization": f"Bearer {options.token}"} if options.token else {}
    line = Line(options.address, headers)
    forms = {(form.id, form.version): form for form in options.forms}
    return ToFhir(line, options.address.url.rstrip("/"), options.read, forms)


def is_valid(bundle: FhirJson) -> bool:
    """Whether the FHIR library knows every element of it, with its type."""
    try:
        Bundle.model_validate(bundle)
    except ValidationError:
        return False
    return True


def _spread(found: Sequence[Record | Verdict], answers: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Answers put back to where their records stood."""
    waiting = iter(answers)
    return tuple(entry if isinstance(entry, Verdict) else next(waiting) for entry in found)


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _EntryResponse(_Answer):
    status: Annotated[str, Field(pattern=r"^[0-9]{3}( .*)?$", max_length=200)]
    location: Annotated[str, Field(max_length=2000)] = ""


class _Entry(_Answer):
    response: _EntryResponse


class _Bundle(_Answer):
    resourceType: Annotated[str, Field(pattern="^Bundle$")]  # noqa: N815 - as FHIR spells it
    entry: tuple[_Entry, ...]


class _Issue(_Answer):
    code: Annotated[str, Field(max_length=100)] = ""
    expression: tuple[str, ...] = ()


class _Outcome(_Answer):
    resourceType: Annotated[str, Field(pattern="^OperationOutcome$")]  # noqa: N815
    issue: tuple[_Issue, ...] = ()


def _of_bundle(body: bytes, *, entries: int, records: int) -> Answered:
    """The verdicts on the records, which stand after their forms."""
    try:
        bundle = _Bundle.model_validate_json(body)
    except ValidationError:
        return unintelligible("it is no FHIR Bundle")
    if len(bundle.entry) != entries:
        return unintelligible("it has another number of entries than were sent")
    return tuple(_of_entry(entry.response) for entry in bundle.entry[-records:])


def _of_entry(response: _EntryResponse) -> Verdict:
    status = int(response.status[:3])
    if status in {200, 201}:
        return Verdict("delivered", receipt=one_line(response.location))
    return _of_code(status, Reply(status, b""), "")


def _of_error(reply: Reply) -> Verdict:
    """What the server says of the whole transaction. Its free text is left out: it may quote an answer."""
    try:
        outcome = _Outcome.model_validate_json(reply.body)
    except ValidationError:
        if reply.status in {400, 409, 412, 422}:
            return unintelligible(f"status {reply.status} without a FHIR OperationOutcome")
        return of_status(reply)
    words = [word for issue in outcome.issue[:3] for word in (issue.code, *issue.expression[:1]) if word]
    return _of_code(reply.status, reply, one_line(" ".join(words)))


def _of_code(status: int, reply: Reply, detail: str) -> Verdict:
    if status == 412:  # the condition of a conditional create matched more than one resource
        return _SEVERAL
    return of_status(reply, detail)
