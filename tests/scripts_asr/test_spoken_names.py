"""Names that the risk of a capture is fitted to: unlisted ones are unlisted, and none is a benchmark's."""

from __future__ import annotations

from collections import Counter

import pytest

from edgebharo.bench import people
from edgebharo.bench.forms.users import FIXED, person_of
from edgebharo.forms.load import load_form
from edgebharo.hindi.known_names import all_known
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.similarity import phonetic_key
from edgebharo.types import Transcript
from scripts import risk_calibration, spoken_names
from scripts.asr.word_sources import encodable

pytestmark = pytest.mark.unit

LINES = list(spoken_names.lines(1))


def test_half_of_the_names_are_listed() -> None:
    assert Counter(line.listed for line in LINES) == {True: len(LINES) // 2, False: len(LINES) // 2}
    assert all(len(set(spoken_names.unlisted(field))) >= 60 for field in spoken_names.CARRIERS)


def test_no_unlisted_word_is_one_of_the_simulated_callers() -> None:
    form = load_form("maternal-enrolment")
    places = form.places(form.form.field("district"))
    fixed = [person_of(user, 1, places) for user in range(1, FIXED + 1)]
    names = [name for row in people.COMMUNITIES for name in (*row.first, *row.second)]
    names += [*people.SONS, *people.DAUGHTERS, *people.ANGANWADIS]
    names += [name for one in fixed for name in (one.name, one.anganwadi, one.child)]
    theirs = {phonetic_key(word) for name in names for word in name.split()}

    for line in LINES:
        words = normalize(line.name).split() if not line.listed else []
        strange = [word for word in words if not all_known([word], places=line.field != "name")]
        assert theirs.isdisjoint(map(phonetic_key, strange)), line.name


def test_the_ear_can_write_every_line() -> None:
    assert [line.text for line in LINES if not encodable(line.text)] == []


def test_a_line_is_read_as_an_answer_to_its_question() -> None:
    form = load_form("maternal-enrolment")
    read = [risk_calibration._read(form, line.field, Transcript(0, line.text)) for line in LINES[::37]]

    assert read == [line.name for line in LINES[::37]]


def test_a_seed_draws_the_same_lines() -> None:
    assert list(spoken_names.lines(1)) == LINES
    assert list(spoken_names.lines(2)) != LINES
