"""The owner's pages: right without JavaScript, nothing from elsewhere, every text escaped."""

from __future__ import annotations

import base64
from html.parser import HTMLParser

import pytest
from conftest import Office
from sealed import answered, record

from edgebharo.registry.html import POLICY, Column, Html, document, table, tag

EVIL = "<script>alert('x')</script>\"&"
PAGES = ("/", "/search", "/duplicates", "/held")


@pytest.fixture(params=["sqlite"])
def database(request: pytest.FixtureRequest) -> str:
    """What a page looks like does not depend on the kind of database; its figures are tested with both."""
    return str(request.getfixturevalue(request.param))


class Reader(HTMLParser):
    """Texts, tags and whatever a browser would fetch."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.fetched: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for key, value in attrs if key in {"src", "srcset", "data", "style"}]
        self.fetched += [value or "" for key, value in attrs if key == "href" and tag != "a"]

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


def page_of(office: Office, path: str) -> Reader:
    answer = office.client.get(path, headers=office.admin)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["cache-control"] == "no-store"
    return Reader(answer.text)


def test_the_overview_counts_by_day_district_device_and_form(office: Office) -> None:
    office.deliver(
        record(),
        record(district="पटना", device="laptop-2", started="2026-11-29T06:30:00+00:00"),
        record(district=None, status="failed", clock_suspect=True),
        record(started="2026-09-01T06:30:00+00:00"),
        b"nonsense",
    )

    texts = page_of(office, "/").texts

    assert "3 records" in texts
    assert "1 in quarantine" in texts
    assert "1 with a clock that cannot be relied on" in " ".join(texts)
    for heading, cells in {
        "By day": ["2026-11-30", "2", "1", "83%", "83%", "2026-11-29", "1"],
        "By district": ["(none)", "1", "0", "67%", "67%", "नालंदा", "1"],
        "By device": ["laptop-1", "2", "1", "83%", "83%", "laptop-2", "1"],
        "By form": ["maternal-enrolment 1.0.0", "3", "2", "89%", "89%"],
    }.items():
        start = texts.index(heading)
        row = [text for text in texts[start : start + 40] if text]
        assert cells == row[row.index(cells[0]) :][: len(cells)], heading


def test_other_days_can_be_chosen(office: Office) -> None:
    office.deliver(record(started="2026-09-01T06:30:00+00:00"))

    assert "0 records" in page_of(office, "/").texts
    assert "1 records" in page_of(office, "/?since=2026-09-01&until=2026-09-01").texts
    assert office.client.get("/?since=x", headers=office.admin).status_code == 422
    assert "0 records" in page_of(office, "/?until=0001-01-01").texts


def test_every_text_is_escaped_on_every_page(office: Office) -> None:
    office.deliver(
        record(name=EVIL, district=EVIL, device=EVIL, form_version=EVIL), record(name=EVIL, form_id=EVIL)
    )
    body = {"name": "script alert x", "district": EVIL}
    found = office.client.post("/search", data=body, headers=office.admin)

    pages = [page_of(office, path) for path in PAGES] + [Reader(found.text)]

    for page in pages:
        assert "script" not in page.tags
        assert page.fetched == []
    assert any(EVIL in text for text in pages[0].texts)


def test_a_search_goes_in_a_body_and_shows_what_it_found(office: Office) -> None:
    office.deliver(record(name="सुनीता देवी", fields=record(name="सुनीता देवी").fields))

    form = page_of(office, "/search")
    found = office.client.post("/search", data={"name": "sunita", "phone": ""}, headers=office.admin)
    wrong = office.client.post("/search", data={"since": "nonsense"}, headers=office.admin)

    assert "form" in form.tags
    texts = Reader(found.text).texts
    assert "सुनीता देवी" in texts
    assert "9876543210" in texts
    assert any("not understood: since" in text for text in Reader(wrong.text).texts)
    assert "nonsense" not in wrong.text


def test_candidates_and_quarantine_have_their_pages(office: Office) -> None:
    office.deliver(record(name="सुनीता"), record(name="सुनिता"), b"nonsense")

    assert "name and phone" in page_of(office, "/duplicates").texts
    assert any("not a record" in text for text in page_of(office, "/held").texts)


def test_a_browser_logs_in_with_the_token_as_password(office: Office) -> None:
    token = office.admin["Authorization"].removeprefix("Bearer ")
    basic = base64.b64encode(f"anyone:{token}".encode()).decode()

    asked = office.client.get("/")

    assert asked.status_code == 401
    assert asked.headers["www-authenticate"].startswith("Basic ")
    assert office.client.get("/", headers={"Authorization": f"Basic {basic}"}).status_code == 200


def test_long_tables_end_with_what_is_left(office: Office) -> None:
    devices = [record(device=f"laptop-{number:03}") for number in range(60)]
    office.deliver(*devices)

    texts = page_of(office, "/").texts

    assert "(11 others)" in texts


def test_markup_is_only_what_says_so() -> None:
    assert tag("p", "<b>", Html("<i></i>"), title='"').text == '<p title="&quot;">&lt;b&gt;<i></i></p>'
    assert "Nothing here." in table((Column("a"),), [], "b").text
    assert document("<t>").startswith('<!doctype html>\n<html lang="en">')


def test_corrected_fields_count_once(office: Office) -> None:
    first = record(district=None)
    office.deliver(first)
    office.deliver(record(record_id=first.record_id, revision=2, fields=(answered("district", "पटना"),)))

    texts = page_of(office, "/").texts

    assert "1 records" in texts
    assert "100%" in texts
    assert "पटना" in texts
