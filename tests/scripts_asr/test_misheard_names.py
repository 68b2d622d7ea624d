"""Names that are misheard at random: repeatable, and wrong only as told."""

from __future__ import annotations

from random import Random

import pytest

from edgebharo.hindi import name_fusion
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.similarity import same_name
from scripts.misheard_names import NAMES, Case, Noise, cases, found, misheard, shares

pytestmark = pytest.mark.unit


def draw(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - repeatable on purpose


SILENT = Noise(lost=0, near=0, other=0, vowel=0, bare=0)


def test_without_noise_a_name_is_heard_as_it_is() -> None:
    for name in ("सुखविंदर ढिल्लों", "मस्जिद मोहल्ला", "ऋषभ"):
        assert misheard(name, SILENT, draw(1)) == normalize(name)


def test_with_it_a_letter_is_lost_or_another() -> None:
    assert misheard("कमला", Noise(lost=0, near=1, other=0, vowel=0, bare=0), draw(1)) != "कमला"
    assert misheard("कमला", Noise(lost=1, near=0, other=0, vowel=0, bare=0), draw(1)) == "कमला", "all lost"


@pytest.mark.parametrize("kind", NAMES)
def test_a_seed_draws_the_same_cases_and_no_hearing_is_right(kind: str) -> None:
    drawn = list(cases(kind, 4, draw(3)))
    assert drawn == list(cases(kind, 4, draw(3))) != list(cases(kind, 4, draw(4)))
    assert not any(same_name(heard, case.name) for case in drawn for heard in case.spoken)


def test_a_lost_letter_is_found_with_the_known_names_and_not_without() -> None:
    lost = Case("मस्जिद मोहल्ला", "मस्जिमोहल्ला", ("मस्चिर महला",))
    assert found(lost, places=True) == 0
    assert shares([lost], name_fusion.KNOWN, places=True) == "100% first, 100% of two"
    assert shares([lost], 0.0, places=True).startswith("0% first")
