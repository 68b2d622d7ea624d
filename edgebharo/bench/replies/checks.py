"""The REPLY checks: is what the agent says right, given what the rules decided?

The published benchmark of form-filling voice agents asks of a reply that it asks the right question, in
Devanagari Hindi, exactly one, without an acknowledgement and without an echo of the value, and that the call
ends at the right time (FormVoiceAgentBench, arXiv 2608.06027). Here each of these is a pure function of the
form, the decision and the lines; how the lines were made does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from edgebharo.bench.replies.asking import asks_once, asks_the_right_thing, is_hindi
from edgebharo.bench.replies.ending import acknowledges_nothing, ends_in_time, tells_what_happened
from edgebharo.bench.replies.faults import Fault
from edgebharo.bench.replies.sentences import sentences
from edgebharo.bench.replies.values import echoes_nothing, reads_back
from edgebharo.bench.replies.wordbook import Wordbook
from edgebharo.forms.schema import Form
from edgebharo.forms.spoken import unspeakable
from edgebharo.types import Close, Decision, Wait


@dataclass(frozen=True)
class ReplyChecks:
    """The checks for one form; what they need to know of it is worked out once."""

    form: Form

    @cached_property
    def book(self) -> Wordbook:
        """What the form itself says."""
        return Wordbook(self.form)

    def check(self, decision: Decision, lines: Sequence[str], heard: str = "") -> tuple[Fault, ...]:
        """All that is wrong with `lines` as the reply to `decision`; `heard`: what she had said before."""
        return tuple(dict.fromkeys(self._faults(decision, lines, heard)))

    def _faults(self, decision: Decision, lines: Sequence[str], heard: str) -> Iterator[Fault]:
        book, said = self.book, sentences(lines)
        if not said:
            if not self._may_be_silent(decision):
                yield Fault("nothing_said", "nothing is said")
            return
        for line in lines:
            why = unspeakable(line, placeholders=())
            if why is not None:
                yield Fault("not_hindi", why)
        yield from is_hindi(book, said)
        yield from asks_once(book, decision.step, said)
        yield from asks_the_right_thing(book, decision, said)
        yield from acknowledges_nothing(book, decision, said)
        yield from tells_what_happened(book, decision, said)
        yield from echoes_nothing(book, decision, said, heard)
        yield from reads_back(book, decision, said)
        yield from ends_in_time(book, decision, said)

    def _may_be_silent(self, decision: Decision) -> bool:
        """A form may have no words for a pause or for an ending."""
        match decision.step:
            case Wait():
                return not self.form.scripts.wait
            case Close(status=status):
                return not self.book.closings.get(status)
            case _:
                return False


def check_reply(form: Form, decision: Decision, lines: Sequence[str], heard: str = "") -> tuple[Fault, ...]:
    """All that is wrong with one reply; for many replies of one form keep a ReplyChecks."""
    return ReplyChecks(form).check(decision, lines, heard)
