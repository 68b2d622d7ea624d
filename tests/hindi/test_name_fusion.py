"""Names out of letters that were spelt and words that were spoken."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgebharo.hindi.common_names import GIVEN, SURNAMES
from edgebharo.hindi.known_names import all_known
from edgebharo.hindi.name_fusion import fused
from edgebharo.hindi.name_guesses import guesses
from edgebharo.hindi.name_letters import Costs, aligned, departure, letters_of, written
from edgebharo.hindi.normalize import normalize
from edgebharo.hindi.similarity import phonetic_key, same_name

FEW = settings(max_examples=15, deadline=None)
COSTS = Costs(consonant=1.0, vowel=0.7, bare=0.4, more=0.9)
NAMES = st.sampled_from([*GIVEN.split(), *SURNAMES.split(), "सुखविंदर ढिल्लों", "ज़ोया", "ऊँचा गाँव", "आइशा"])
MADE = st.lists(
    st.sampled_from([*"कखगटडनरलवश", "मा", "री", "लो", "ते", "पि", "सु"]), min_size=2, max_size=5
).map("".join)
WORDS = st.text(st.sampled_from("कखगटडनमरलवशअआई" + "ािीुेो" + "्ं़"), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("spelt", "spoken", "expected"),
    [
        ("मस्जिदमोहल्ल", ("मस्त महला", "मस्च मोहला"), "मस्जिद मोहल्ला"),  # the last sign was not heard
        ("रुक्मिआनीविश्वकर्मा", ("रुक्मिणी कृष्ण रमा",), "रुक्मिणी विश्वकर्मा"),  # a letter heard as two
        ("दिव्यांशी", ("दिवयाशी", "दवयाशी"), "दिव्यांशी"),
        ("सुखविंदरढिल्लों", ("सुखविंदर धिलो", "सुकफिदर ढलो"), "सुखविंदर ढिल्लों"),
        ("ज़ोया", ("जया", "गया"), "ज़ोया"),
        ("शोभा", (), "शोभा"),
    ],
)
def test_the_likeliest_name(spelt: str, spoken: tuple[str, ...], expected: str) -> None:
    assert same_name(fused(spelt, spoken, spoken)[0], expected)


@pytest.mark.parametrize(
    ("spelt", "spoken", "expected"),
    [
        ("मस्जिमोहल्ला", "मस्चिर महला", "मस्जिद मोहल्ला"),  # a letter was lost
        ("बरदपुरा", "बरकत पूर", "बरगदपुरा"),
    ],
)
def test_a_letter_lost_or_misheard_is_found_in_a_known_word(spelt: str, spoken: str, expected: str) -> None:
    assert same_name(fused(spelt, (spoken,), (spoken,), places=True)[0], expected)


def test_what_a_place_is_called_is_no_name_of_a_person() -> None:
    assert any(same_name(name, "मोहल्ला") for name in fused("मोहला", ("महला",), (), places=True))
    assert not any(same_name(name, "मोहल्ला") for name in fused("मोहरा", ("मेहरा",), ()))


def test_an_earlier_spelling_counts_as_one() -> None:
    spoken = ("जुमका",)
    assert fused("झुकोली", spoken, spoken)[0] != "झुमकोली"
    assert fused("झुकोली", spoken, spoken, before=("झुमकोल",))[0] == "झुमकोली"


def test_words_are_parted_where_they_were_spoken_apart() -> None:
    assert fused("सुखविंदरढिल्लों", ("सुखविंदर धिलो",), ())[0] == "सुखविंदर ढिल्लों"


def test_what_was_refused_gives_way_to_the_next_likely_name() -> None:
    spoken = ("शुक्रमली हेम्ब्रम", "शुक्रमी हेम्ब्रम")
    names = fused("शुक्रमाणिहेम्ब्रम", spoken, (*spoken, "शुक्रमाणि हेम्ब्रम"))
    assert any(same_name(name, "शुक्रमणि हेम्ब्रम") for name in names[:3])


def test_letters_tell_apart_what_sounds_alike() -> None:
    assert fused("शोभा", ("सोभा",), ("सोभा",))[0] == "शोभा"
    assert "शोभा" not in fused("शोभा", ("सोभा",), ("सोभा", "शोभा"))


@pytest.mark.parametrize("odd", ["", "radha", "राधा radha", "  ", "।"])
def test_no_devanagari_gives_nothing_and_counts_for_nothing(odd: str) -> None:
    assert fused(odd, ("राधा",), ()) == ()
    assert fused("राधा", (odd,), ())[0] == "राधा"


@FEW
@given(NAMES, st.lists(NAMES, max_size=4), st.data())
def test_no_result_was_refused_and_no_two_sound_alike(
    spelt: str, spoken: list[str], data: st.DataObject
) -> None:
    refused = data.draw(st.lists(st.sampled_from([spelt, *spoken]), unique=True))
    names = fused(spelt, spoken, refused)
    assert not set(names) & set(refused)
    keys = [phonetic_key(name) for name in names]
    assert len(set(keys)) == len(keys)
    sounds = {phonetic_key(name) for name in refused} - {phonetic_key(spelt)}
    assert not sounds & set(keys)


@FEW
@given(MADE, MADE, st.booleans())
def test_names_of_known_words_lie_near_and_are_in_the_lists(one: str, other: str, places: bool) -> None:
    heard = letters_of(f"{one} {other}")
    words = {normalize(word) for word in (one, other)}
    for guess in guesses(heard, places=places):
        assert guess != heard
        assert all(word in words or all_known((word,), places=places) for word in written(guess).split())


@FEW
@given(MADE, st.booleans())
def test_letters_that_no_voice_contradicts_are_believed_before_any_list(name: str, spoken: bool) -> None:
    assert same_name(fused(name, [name] if spoken else [], ())[0], name)


@FEW
@given(NAMES, st.integers(0, 3))
def test_hearings_that_agree_are_believed(name: str, times: int) -> None:
    assert same_name(fused(name, [name] * times, ())[0], name)


@FEW
@given(WORDS, st.lists(WORDS, max_size=3))
def test_any_letters_are_put_together_somehow(spelt: str, spoken: list[str]) -> None:
    assert fused(spelt, spoken, ()) == fused(spelt, spoken, ())


@FEW
@given(NAMES)
def test_letters_write_the_name_again(name: str) -> None:
    assert written(letters_of(name)) == normalize(name)


@FEW
@given(NAMES, NAMES)
def test_an_alignment_holds_both_names_and_only_the_same_name_costs_nothing(one: str, other: str) -> None:
    name, heard = letters_of(one), letters_of(other)
    pairs = aligned(name, heard, COSTS)
    assert tuple(own for own, _ in pairs if own is not None) == name
    assert tuple(opposite for _, opposite in pairs if opposite is not None) == heard
    assert departure(name, name, COSTS) == 0.0
    assert (departure(name, heard, COSTS) == 0.0) == (
        [(x.base, x.vowel, x.nasal) for x in name] == [(x.base, x.vowel, x.nasal) for x in heard]
    )
