"""The registry's pages for a browser without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from edgebharo.registry.duplicates import Duplicates
from edgebharo.registry.figures import Count, Figures
from edgebharo.registry.html import Child, Column, Html, document, table, tag
from edgebharo.registry.quarantine import Quarantined
from edgebharo.registry.search import Found, FoundAll, Query

COUNTED = (
    Column("Records", number=True),
    Column("Complete", number=True),
    Column("Answered"),
)
FOUND = tuple(map(Column, ("Name", "Phones", "District", "Day", "Form", "Device", "Status", "Record")))


def dashboard(found: Figures) -> str:
    """How many records came: by day, district, device and form; how complete; what lies in quarantine."""
    held = sum(reason.records for reason in found.quarantine)
    waiting = tag("p", tag("a", f"{held} in quarantine", href="/held"), class_="warn") if held else ""
    suspect = f"{found.clock_suspect} with a clock that cannot be relied on" if found.clock_suspect else ""
    quarantine = table(
        (
            Column("Reason"),
            Column("Records", number=True),
            Column("Devices", number=True),
            Column("Newest, UTC"),
        ),
        ((one.reason, one.records, one.devices, f"{one.newest:%Y-%m-%d %H:%M}") for one in found.quarantine),
        "Quarantine",
    )
    return document(
        "Overview",
        _period(found),
        tag("p", f"{found.total.records} records", class_="big"),
        tag("p", f"{found.total.complete} filled to the end; ", _completeness(found.total), " ", suspect),
        waiting,
        _counted("By day", "Day", found.days),
        _counted("By district", "District", found.districts),
        _counted("By device", "Device", found.devices),
        _counted("By form", "Form and version", found.forms),
        quarantine,
    )


def search_page(query: Query | None, found: FoundAll | None, problem: str = "") -> str:
    """The form, and below it what was found."""
    body: list[Child] = [_search_form(query or Query())]
    if problem:
        body.append(tag("p", problem, class_="warn"))
    if found is not None:
        body.append(table(FOUND, map(_found, found.results), f"{len(found.results)} found"))
        if found.more:
            body.append(tag("p", "There are more: narrow the search."))
    return document("Search", *body)


def duplicates_page(found: Duplicates) -> str:
    """Pairs that may be of one person, for somebody who can ask her."""
    rows: Iterator[Sequence[Child]] = (
        (pair.reason if index == 0 else "", f"{pair.alike:.2f}" if index == 0 else "", *_found(one))
        for pair in found.pairs
        for index, one in enumerate((pair.one, pair.other))
    )
    note = "Nothing is merged by itself: a family may share a phone, and two women a name."
    columns = (Column("Same"), Column("Sounds alike", number=True), *FOUND)
    more = tag("p", "There are more than these.") if found.more else ""
    return document("Duplicates", tag("p", note), table(columns, rows, "Candidates"), more)


def quarantine_page(held: Sequence[Quarantined]) -> str:
    """What was not taken, and why."""
    columns = ("Reason", "Record", "Revision", "Form", "Key", "Device", "Came, UTC")
    rows = (
        (
            one.reason,
            one.record_id,
            one.revision,
            f"{one.form_id} {one.form_version}",
            one.key_id,
            one.delivered_by,
            f"{one.received_utc:%Y-%m-%d %H:%M}",
        )
        for one in held
    )
    note = (
        "Its bytes are kept. When the cause is gone (a key was put back, the registry upgraded), run: "
        "edgebharo registry quarantine retry"
    )
    return document("Quarantine", tag("p", note), table(tuple(map(Column, columns)), rows, "Newest first"))


def _period(found: Figures) -> Html:
    """The days that are counted, to be chosen by two fields of a form."""
    return tag(
        "form",
        tag("label", "Calls from ", tag("input", type="date", name="since", value=str(found.since))),
        tag("label", "to ", tag("input", type="date", name="until", value=str(found.until))),
        tag("button", "Show"),
        method="get",
        action="/",
    )


def _search_form(query: Query) -> Html:
    def field(text: str, name: str, kind: str = "text") -> Html:
        value = getattr(query, name)
        shown = None if value is None else str(value)
        return tag("label", f"{text} ", tag("input", type=kind, name=name, value=shown, autocomplete="off"))

    return tag(
        "form",
        field("Name, as it sounds", "name"),
        field("Phone", "phone", "tel"),
        field("District", "district"),
        field("Form", "form_id"),
        field("From", "since", "date"),
        field("To", "until", "date"),
        tag("button", "Search"),
        method="post",  # so that no name or number stands in an address, a history or a log
        action="/search",
    )


def _counted(caption: str, heading: str, counts: Sequence[Count]) -> Html:
    rows = ((one.of, one.records, one.complete, _meter(one)) for one in counts)
    return table((Column(heading), *COUNTED), rows, caption)


def _meter(count: Count) -> Html:
    bar = tag("meter", _percent(count), min=0, max=1, value=round(count.completeness, 3))
    return tag("span", bar, f" {_percent(count)}")


def _percent(count: Count) -> str:
    return f"{count.completeness:.0%}"


def _completeness(count: Count) -> str:
    return f"{_percent(count)} of the questions asked were answered."


def _found(one: Found) -> Sequence[Child]:
    form = f"{one.form_id} {one.form_version}"
    number = f"{one.record_id} r{one.revision}"
    return (
        one.name or "",
        ", ".join(one.phones),
        one.district or "",
        str(one.day),
        form,
        one.device,
        one.status,
        number,
    )
