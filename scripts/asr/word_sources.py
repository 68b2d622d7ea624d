"""Word lists for the training text: the project's own, and dictionaries read from the machine at run time.

The dictionaries are not part of the project. Each is optional, and a corpus made without one only knows fewer
words:

- hunspell-hi (Debian; LibreOffice dictionaries, MPL-2.0), `/usr/share/hunspell/hi_IN.dic`
- aspell-hi (Debian; GPL-2), `/usr/share/aspell/hi.cwl.gz`, unpacked by `prezip-bin` of aspell
- wordfreq (Python package; data CC-BY-SA-4.0): how often each word is used
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from edgebharo.hindi import listed_people, listed_places
from edgebharo.hindi.normalize import normalize

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOKENS = ROOT / "models" / "asr-hi" / "tokens.json"
DISTRICTS = ROOT / "forms" / "gazetteers" / "india-districts.tsv"
HUNSPELL = Path("/usr/share/hunspell/hi_IN.dic")
ASPELL = Path("/usr/share/aspell/hi.cwl.gz")

LONGEST_WORD = 14
"""Code points. Longer dictionary entries are compounds that nobody says alone."""

_NASAL = re.compile("न्(?=[तथदध])|म्(?=[पफबभ])|ण्(?=[टठडढ])|ञ्(?=[चछजझ])|न्(?=[टडचज])")

RARE = 3e-8
"""Share of running text given to a dictionary word that wordfreq does not list."""


@cache
def alphabet() -> frozenset[str]:
    """The symbols that the ear can write: the space and 56 Devanagari code points."""
    return frozenset(json.loads(TOKENS.read_text(encoding="utf-8")))


def encodable(text: str) -> bool:
    """Whether every code point of `text`, as the ear is to write it, is a symbol of the ear."""
    written = training_text(text)
    return bool(written) and all(char in alphabet() for char in written)


def training_text(text: str) -> str:
    """`text` as the ear is to write it: normal form, with ड़ and ढ़ as two code points."""
    return normalize(text)


def read_lines(path: Path) -> tuple[str, ...]:
    """The lines of a phrase file without comments and blank lines; a line written twice counts twice."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


NAMES: Mapping[str, str] = {
    "given_names": f"{listed_people.WOMEN} {listed_people.MEN}",
    "surnames": listed_people.SURNAMES,
    "place_stems": listed_places.STEMS,
    "place_endings": listed_places.ENDINGS,
    "places": listed_places.WHOLE,
}
"""Word lists that the program knows too."""


@cache
def own_words(name: str) -> tuple[str, ...]:
    """The words of one of NAMES or of `words/NAME.txt`, in the order in which they are written."""
    if name in NAMES:
        return tuple(NAMES[name].split())
    return tuple(word for line in read_lines(HERE / "words" / f"{name}.txt") for word in line.split())


@cache
def own_phrases(name: str) -> tuple[str, ...]:
    """The phrases or templates of `phrases/NAME.txt`."""
    return read_lines(HERE / "phrases" / f"{name}.txt")


@cache
def districts() -> tuple[str, ...]:
    """Names and aliases of all districts in the gazetteer, each once."""
    found: dict[str, None] = {}
    for line in read_lines(DISTRICTS)[1:]:
        name, _, aliases = line.split("\t") if line.count("\t") == 2 else (*line.split("\t"), "")[:3]
        for place in (name, *aliases.split("|")):
            if encodable(place):
                found[place] = None
    return tuple(found)


@cache
def dictionary() -> Mapping[str, float]:
    """Dictionary words in ordinary spelling and their share of running text, in a fixed order."""
    shares: dict[str, float] = {}
    best: dict[str, tuple[float, str]] = {}
    for word, share in [*((word, RARE) for word in (*_hunspell(), *_aspell())), *_wordfreq()]:
        key = normalize(word)
        shares[key] = shares.get(key, 0.0) + share
        best[key] = max(best.get(key, (0.0, word)), (share, word), key=lambda pair: pair[0])
    own = {word: 2e-5 for name in ("daily", "loans") for word in own_words(name)}
    return {**own, **{best[key][1]: shares[key] for key in sorted(shares) if _usable(key)}}


@cache
def common_words(most: int = 9_000) -> tuple[str, ...]:
    """The `most` frequent dictionary words and all everyday ones, each once; of one code point, none."""
    ranked = sorted(dictionary().items(), key=lambda item: -item[1])
    return tuple(word for word, _ in ranked[:most])


def _modern(word: str) -> str:
    """`word` with the nasal before a stop of its own row as anusvara, as is usual today (हिन्दी, हिंदी)."""
    return _NASAL.sub("ं", word)


def _usable(word: str) -> bool:
    starts = word[:1] in alphabet() and unicodedata.category(word[:1]) == "Lo"
    return 2 <= len(word) <= LONGEST_WORD and " " not in word and starts and encodable(word)


def _wordfreq() -> Iterator[tuple[str, float]]:
    """Words and their shares of running text; none where wordfreq is not installed."""
    try:
        import wordfreq  # noqa: PLC0415 - optional
    except ImportError:
        return
    for word, share in wordfreq.get_frequency_dict("hi", wordlist="best").items():
        yield _modern(word), float(share)


def _hunspell() -> Iterator[str]:
    if HUNSPELL.is_file():
        yield from _plain(HUNSPELL.read_text(encoding="utf-8").splitlines()[1:])


def _aspell() -> Iterator[str]:
    program = shutil.which("prezip-bin")
    if program and ASPELL.is_file():
        packed = gzip.decompress(ASPELL.read_bytes())
        unpacked = subprocess.run([program, "-d"], input=packed, capture_output=True, check=True)  # noqa: S603
        yield from _plain(unpacked.stdout.decode("utf-8").splitlines())


def _plain(entries: Iterable[str]) -> Iterator[str]:
    """Entries in modern spelling without their affix flags."""
    return (_modern(unicodedata.normalize("NFC", entry.split("/")[0].strip())) for entry in entries)
