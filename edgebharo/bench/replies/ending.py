"""Does the call end when the rules close it, and only then? And is nothing acknowledged? Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from edgebharo.bench.replies.faults import Fault
from edgebharo.bench.replies.sentences import ACKNOWLEDGING, Sentence, holds, opening
from edgebharo.bench.replies.wordbook import Wordbook
from edgebharo.hindi.normalize import normalize
from edgebharo.types import Ask, Close, Decision, Repair

GOODBYE = tuple(
    tuple(normalize(line).split())
    for line in (
        "अलविदा", "फिर मिलेंगे", "फ़ोन रखती हूं", "फ़ोन रख दीजिए", "कॉल खत्म", "बात यहीं खत्म", "फ़ॉर्म पूरा हो गया",
        "फ़ॉर्म भर गया", "आपका दिन शुभ हो", "शुभ दिन", "नमस्कार",
    )
)  # fmt: skip


def ends_in_time(book: Wordbook, decision: Decision, said: Sequence[Sentence]) -> Iterator[Fault]:
    """A goodbye, the right one, exactly where the rules close the call."""
    step = decision.step
    said_keys = {item.key for item in said}
    if not isinstance(step, Close):
        if decision.answers.status != "in_progress":
            yield Fault("ends_late", "the call is over, and goes on")
        if said_keys & book.goodbyes or any(_says_goodbye(book, item) for item in said):
            yield Fault("ends_early", "says goodbye in a call that goes on")
        return
    if decision.answers.status == "in_progress":
        yield Fault("ends_early", "closes a call that is not over")
    if any(item.asks for item in said):
        yield Fault("ends_late", "asks something in a call that is over")
    due = book.closings.get(step.status, frozenset())
    if due and not due <= said_keys:
        yield Fault("ends_late", "the call is over, and its goodbye is missing")
    if (book.goodbyes - due) & said_keys:
        yield Fault("wrong_ending", f"says the goodbye of another ending than {step.status}")


def _says_goodbye(book: Wordbook, item: Sentence) -> bool:
    return item.key not in book.known and any(holds(item.words, phrase) for phrase in GOODBYE)


def acknowledges_nothing(book: Wordbook, decision: Decision, said: Sequence[Sentence]) -> Iterator[Fault]:
    """No "जी", no thanks, no praise: they were spoken while the answer was worked out."""
    if isinstance(decision.step, Close):
        return
    openings = {*ACKNOWLEDGING, *(tuple(normalize(line).split()) for line in book.form.acknowledgements)}
    notices = book.known - {" ".join(words) for words in openings}
    for item in said:
        if item.key not in notices and opening(item.words, openings) and not _is_content(item, openings):
            yield Fault("acknowledgement", "acknowledges what was said")
            return


def _is_content(item: Sentence, openings: set[tuple[str, ...]]) -> bool:
    """True where what looks like an acknowledgement belongs to a question ("सही नंबर क्या है?")."""
    start = opening(item.words, openings)
    alone = item.clauses[0] in openings
    return not alone and item.is_question and start in {("सही",), ("हां",), ("ठीक",)}


def tells_what_happened(book: Wordbook, decision: Decision, said: Sequence[Sentence]) -> Iterator[Fault]:
    """Tells that a field is left out, or why an answer cannot be used, only where that is so."""
    step = decision.step
    for item in said:
        fields = book.skipping.get(item.key, frozenset())
        if fields and not fields & set(decision.skipped):
            yield Fault("unfounded", "tells that a question is left out, although it is not")
        if item.key in book.reasons and not isinstance(step, Repair):
            yield Fault("unfounded", "tells why an answer cannot be used, although none was refused")
        if item.key in book.unheard and not (isinstance(step, Ask) and step.reason == "retry"):
            yield Fault("unfounded", "tells that she was not heard, although she was")
