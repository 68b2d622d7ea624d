"""What a sync came to, for the worker beside the laptop: in Hindi, and in English below it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from edgebharo.records.outbox import Counts
from edgebharo.sync.run import Ending, Summary


@dataclass(frozen=True)
class Line:
    """One sentence, in both languages."""

    hindi: str
    english: str


_WHY: dict[Ending, Line] = {
    "retry": Line(
        "अभी सर्वर से बात नहीं हो पाई। नेटवर्क आने पर फ़ॉर्म अपने आप जाएंगे, या `edgebharo sync` फिर चलाइए।",
        "The server could not be reached now. Run `edgebharo sync` again when there is a network.",
    ),
    "revoked": Line(
        "सर्वर ने इस लैपटॉप को नहीं पहचाना। अपने अधिकारी से नया कोड लेकर `edgebharo sync enrol` चलाइए।",
        "The server does not know this device any more. Ask for a new code and run `edgebharo sync enrol`.",
    ),
    "upgrade_needed": Line(
        "सर्वर इस प्रोग्राम का नया संस्करण मांगता है। अपने अधिकारी को बताइए।",
        "The server asks for a newer EdgeBharo: install it, then sync again.",
    ),
    "refuses_all": Line(
        "सर्वर फ़ॉर्म नहीं ले रहा है। अपने अधिकारी को बताइए।",
        "The server takes none of the records: tell whoever runs it.",
    ),
    "stopped": Line("बीच में रोक दिया गया; बाकी फ़ॉर्म यहीं हैं।", "It was stopped; the rest is still here."),
}


def lines(summary: Summary, counts: Counts) -> tuple[Line, ...]:
    """What was sent, what is left, what was put aside, and what to do. `counts`: after the sync."""
    left = counts.pending + counts.sending
    said = [_sent(summary.delivered, left)]
    if left:
        said.append(
            Line(
                f"{left} फ़ॉर्म इस लैपटॉप में सुरक्षित हैं, वे बाद में जाएंगे।",
                f"{_records(left)} safe here, to be sent later.",
            )
        )
    if counts.quarantined:
        aside = counts.quarantined
        said.append(
            Line(
                f"{aside} फ़ॉर्म सर्वर ने नहीं लिए। वे अलग रखे हैं; `edgebharo sync status` देखिए।",
                f"{_records(aside)} refused by the server and put aside: see `edgebharo sync status`.",
            )
        )
    if summary.ending in _WHY:
        said.append(_WHY[summary.ending])
    return tuple(said)


def _sent(delivered: int, left: int) -> Line:
    if delivered:
        return Line(f"{delivered} फ़ॉर्म पहुंच गए।", f"{_records(delivered)} delivered.")
    if left:
        return Line("अभी कोई फ़ॉर्म नहीं जा पाया।", "Nothing could be sent now.")
    return Line("भेजने के लिए कोई फ़ॉर्म बाकी नहीं है।", "Nothing waits to be sent.")


def _records(count: int) -> str:
    return f"{count} record" if count == 1 else f"{count} records"
