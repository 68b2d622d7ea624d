"""Dates of birth in spoken Hindi: day and month in any order, numeric, partial, relative, repaired.

Two rules hold for all of them. A birth lies in the past, so a missing year is the most recent one that does,
and a word that points both ways (कल) points back. A bare numeric date is day, month, year. Whatever was
completed in this way is marked doubtful: it is read back before it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import pairwise

from edgebharo.hindi import date_words as words
from edgebharo.hindi.date_numbers import undictated
from edgebharo.hindi.date_parts import Part, PartKind, scan
from edgebharo.hindi.tokens import Token, span_of
from edgebharo.types import Problem, Span

SHORT_YEAR_AHEAD = 10
"""A two-digit year up to this many years ahead of today is of this century (and then in the future)."""
OLDEST_YEAR = 1900


@dataclass(frozen=True)
class DateReading:
    """The date that was said, or why none can be stored. All empty where no part of a date was said."""

    value: str | None = None
    """ISO YYYY-MM-DD, never after today."""
    span: Span | None = None
    how: str = ""
    """named-month, day-month-year, no-year, day-of-month, relative or weekday."""
    doubtful: bool = False
    estimated: bool = False
    """Counted back from today, not said."""
    corrected: bool = False
    problem: Problem | None = None


@dataclass(frozen=True)
class _Said:
    """What is known of the date so far. Later words win over earlier ones."""

    day: int | None = None
    month: int | None = None
    year: int | None = None
    back: int | None = None
    """Days back from today."""
    weekday: int | None = None
    months_back: int | None = None
    years_back: int | None = None
    weeks_back: int | None = None
    numeric: bool | None = None
    """The month was a bare number."""
    short_year: bool | None = None
    counted: bool | None = None
    """Counted: "दो महीने पहले" rather than "पिछले महीने"."""
    lone: int | None = None
    """One number without a role."""
    problems: frozenset[Problem] = field(default_factory=frozenset)


def read_date(tokens: Sequence[Token], today: date) -> DateReading:
    """Read the date of an utterance (normalised, split), said on `today`. Total: oddities are problems."""
    parts = undictated(scan(tokens))
    dated = [part for part in parts if part.kind not in {"repair", "break", "number"}]
    numbers = [part for part in parts if part.kind == "number"]
    if not dated and len(numbers) < 2:
        return DateReading()
    said, corrected, contradicted = _Said(), False, False
    for cluster, repairs in _clusters(parts):
        fresh = _read_cluster(cluster, today)
        changed = _merge(said, fresh, repairs=repairs)
        corrected = corrected or (repairs and said != _Said() and changed != said)
        contradicted = contradicted or _contradicts(said, changed)
        said = changed
    reading = _check_context(_resolve(said, today), said, parts, tokens)
    used = [token for part in (*dated, *numbers) for token in tokens[slice(*part.tokens)]]
    span = span_of(sorted(used, key=lambda token: token.start))
    hedged = any(token.text in words.APPROXIMATE for token in tokens)
    doubtful = reading.value is not None and (reading.doubtful or corrected or contradicted or hedged)
    return replace(reading, span=span, corrected=corrected, doubtful=doubtful)


def _contradicts(said: _Said, changed: _Said) -> bool:
    """Whether a day or month that was said has been replaced."""
    pairs = ((said.day, changed.day), (said.month, changed.month))
    return any(old is not None and old != new for old, new in pairs)


def _check_context(
    reading: DateReading, said: _Said, parts: Sequence[Part], tokens: Sequence[Token]
) -> DateReading:
    """Refuse a reading that the words around it make doubtful beyond a confirmation."""
    strange = any(part.kind == "break" for part in parts)
    named = said.back is not None and said.day is None
    past = any(token.text in words.BIRTHS for token in tokens)
    if _is_withdrawn(parts):
        return DateReading(problem="unclear")
    if _is_either(parts, tokens):
        return DateReading(problem="range")
    if named and said.back and not past and _points_ahead(tokens):
        return DateReading(problem="unclear_direction")
    if strange and ((named and not past) or (said.numeric and said.year is None)):
        return DateReading(problem="unclear")
    return reading


def _is_withdrawn(parts: Sequence[Part]) -> bool:
    """Whether the last thing said about the date is "no" ("पंद्रह अप्रैल नहीं")."""
    return bool(parts) and parts[-1].kind == "repair" and any(part.kind == "month" for part in parts[-3:])


def _is_either(parts: Sequence[Part], tokens: Sequence[Token]) -> bool:
    """Whether two days are offered ("दस या ग्यारह अगस्त", "कल या परसों")."""
    days = [part for part in parts if part.kind in {"number", "day", "month", "day_word", "weekday"}]
    return any(
        any(token.text in words.OR for token in tokens[one.tokens[1] : other.tokens[0]])
        for one, other in pairwise(days)
    )


def _points_ahead(tokens: Sequence[Token]) -> bool:
    """Whether a verb is in the future ("कल जाऊंगी", "कल जाना है")."""
    texts = [token.text for token in tokens]
    must = any(verb.endswith("ना") and after in {"है", "हैं"} for verb, after in pairwise(texts))
    return must or any(text.endswith(words.FUTURE_ENDINGS) for text in texts)


# ---------------------------------------------------------------- clusters


def _clusters(parts: Sequence[Part]) -> Iterable[tuple[list[Part], bool]]:
    """Parts that belong together, and whether they repair what came before.

    A cluster ends at a repair, at a word that belongs to no date, and where a second month begins.
    """
    cluster: list[Part] = []
    repairs = False
    for position, part in enumerate(parts):
        ends = part.kind in {"repair", "break"}
        if ends or _starts_over(cluster, parts, position):
            if cluster:
                yield cluster, repairs
                repairs = False
            cluster = []
        if part.kind == "repair":
            repairs = True
        elif not ends:
            cluster.append(part)
    if cluster:
        yield cluster, repairs


def _starts_over(cluster: Sequence[Part], parts: Sequence[Part], position: int) -> bool:
    """Whether a new day-and-month begins although the cluster has a month ("मई की … नौ मई")."""
    if not any(part.kind == "month" for part in cluster):
        return False
    here = parts[position].kind
    follower = parts[position + 1].kind if position + 1 < len(parts) else None
    return here == "month" or (here in {"number", "day"} and follower == "month")


def _read_cluster(cluster: Sequence[Part], today: date) -> _Said:
    """What one cluster says about the date."""
    said = _take_words(cluster)
    years = [part.value for part in cluster if part.kind == "year"]
    days = [part.value for part in cluster if part.kind == "day"]
    said = replace(said, day=days[-1] if days else None)
    for year in years:
        said = _with_year(said, year, today)
    if said.month is not None or said.months_back is not None:
        return _add_to_named(said, cluster, today)
    return _add_numeric(said, cluster, today)


def _take_words(cluster: Sequence[Part]) -> _Said:
    """The parts whose meaning does not depend on their neighbours."""
    last: dict[PartKind, Part] = {part.kind: part for part in cluster}
    counted = any(not part.exact for part in cluster)

    def value(kind: PartKind) -> int | None:
        return last[kind].value if kind in last else None

    problems: set[Problem] = set()
    if "age" in last:
        problems.add("wrong_unit")
    if "range" in last:
        problems.add("range")
    if "future" in last:
        problems.add("future_date")
    if "festival" in last:
        problems = {"unclear"}
    return _Said(
        month=value("month"),
        back=value("day_word") if "day_word" in last else value("days_ago"),
        weekday=value("weekday"),
        months_back=value("months_ago"),
        years_back=value("years_ago"),
        weeks_back=value("weeks_ago"),
        counted=counted or None,
        problems=frozenset(problems),
    )


def _add_to_named(said: _Said, cluster: Sequence[Part], today: date) -> _Said:
    """Numbers beside a month: the day stands nearest before it, or else first after it; then the year."""
    at = max(index for index, part in enumerate(cluster) if part.kind in {"month", "months_ago"})
    before = [part.value for part in cluster[:at] if part.kind == "number"]
    after = [part.value for part in cluster[at:] if part.kind == "number"]
    if said.day is None and (before or after):
        said = replace(said, day=before.pop() if before else after.pop(0))
    if before:
        rising = said.day is not None and before[-1] < said.day
        return replace(said, problems=said.problems | {"range" if rising else "unclear"})
    return _add_year(said, after, today)


def _add_year(said: _Said, rest: Sequence[int], today: date) -> _Said:
    """The year in what is left over: "पच्चीस", or "बीस पच्चीस"."""
    if not rest:
        return said
    if said.year is not None or len(rest) > 2 or (len(rest) == 2 and rest[0] not in {19, 20}):
        return replace(said, problems=said.problems | {"unclear"})
    if len(rest) == 2:
        return replace(said, year=rest[0] * 100 + rest[1])
    return _with_year(said, rest[0], today)


def _with_year(said: _Said, year: int, today: date) -> _Said:
    if year >= 100:
        return replace(said, year=year)
    newest = today.year % 100 + SHORT_YEAR_AHEAD
    century = today.year // 100 * 100
    return replace(said, year=century + year - (100 if year > newest else 0), short_year=True)


def _add_numeric(said: _Said, cluster: Sequence[Part], today: date) -> _Said:
    """Numbers without a month's name: day, month, year; or year, month, day where the year comes first."""
    numbers = [part.value for part in cluster if part.kind == "number"]
    if not numbers:
        return said
    year_first = said.year is not None and cluster[0].kind == "year" and len(numbers) == 2
    if said.day is not None:
        day, month, rest = said.day, numbers[0], numbers[1:]
    elif len(numbers) == 1:
        return replace(said, lone=numbers[0])
    else:
        day, month, rest = numbers[0], numbers[1], numbers[2:]
        if year_first or (month > 12 >= day):
            day, month = month, day
    return _add_year(replace(said, day=day, month=month, numeric=True), rest, today)


def _merge(said: _Said, fresh: _Said, *, repairs: bool) -> _Said:
    """`said`, overridden by whatever `fresh` knows.

    A lone number repairs the year where one was said last, else the day.
    """
    if repairs and fresh.lone is not None and said.day is not None:
        if said.year is not None:
            return replace(said, year=said.year // 100 * 100 + fresh.lone)
        return replace(said, day=fresh.lone)
    known = {name: value for name, value in vars(fresh).items() if value is not None and name != "problems"}
    if repairs and (fresh.day is not None or fresh.back is not None):
        known["problems"] = fresh.problems
        cleared = replace(said, back=None, weekday=None, months_back=None, counted=None, weeks_back=None)
        return replace(cleared, **known)
    return replace(said, **known, problems=said.problems | fresh.problems)


# ---------------------------------------------------------------- from parts to a day


def _resolve(said: _Said, today: date) -> DateReading:
    """The day, or the most telling problem."""
    if said.day is not None and not said.problems - {"wrong_unit"}:
        return _resolve_day(said, today)
    hard = said.problems - {"wrong_unit"}
    if said.back is not None and not said.problems:
        return _resolve_back(said, today)
    in_week = said.months_back is None and said.years_back is None and said.month is None
    if said.weekday is not None and in_week and not hard:
        return _resolve_weekday(said, today)
    if hard:
        order: tuple[Problem, ...] = ("range", "unclear", "future_date")
        return DateReading(problem=next(problem for problem in order if problem in hard))
    coarse = bool(said.problems) or said.counted or said.weeks_back is not None
    return DateReading(problem="wrong_unit" if coarse else "unclear")


def _resolve_day(said: _Said, today: date) -> DateReading:
    """A day of the month is known; complete month and year."""
    month, year = said.month, said.year
    relative = said.months_back is not None or said.years_back is not None
    if year is None and said.years_back is not None:
        year = today.year - said.years_back
    if month is None and said.months_back is not None:
        months = today.year * 12 + today.month - 1 - said.months_back
        month, year = months % 12 + 1, months // 12
    if month is None and year is None:
        how, found = "day-of-month", _recent_day(said.day or 0, today)
    elif month is None:
        return DateReading(problem="unclear")
    elif year is None:
        how, found = "no-year", _recent_year(said.day or 0, month, today)
    else:
        how = "relative" if relative else "day-month-year" if said.numeric else "named-month"
        found = _day(year, month, said.day or 0)
    doubtful = how != "named-month" or bool(said.short_year)
    return _checked(found, today, how, doubtful=doubtful, estimated=bool(said.months_back))


def _resolve_back(said: _Said, today: date) -> DateReading:
    """Today, yesterday, three days ago; "आज ही के दिन, पिछले साल"."""
    found: date | None = (
        today - timedelta(days=said.back or 0) if (said.back or 0) < today.toordinal() else None
    )
    year = today.year - said.years_back if said.years_back else said.year
    if found and said.months_back:
        months = found.year * 12 + found.month - 1 - said.months_back
        found = _day(months // 12, months % 12 + 1, found.day)
    if found and year is not None:
        found = _day(year, found.month, found.day)
    return _checked(found, today, "relative", doubtful=True, estimated=bool(said.counted))


def _resolve_weekday(said: _Said, today: date) -> DateReading:
    """The last such day before today, or that of the week that was named."""
    weekday = said.weekday or 0
    if said.weeks_back:
        found = today - timedelta(days=today.weekday() - weekday + 7 * said.weeks_back)
    else:
        found = today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)
    return _checked(found, today, "weekday", doubtful=True, estimated=False)


def _checked(found: date | None, today: date, how: str, *, doubtful: bool, estimated: bool) -> DateReading:
    if found is None:
        return DateReading(how=how, problem="impossible_date")
    if found > today:
        return DateReading(how=how, problem="future_date")
    return DateReading(found.isoformat(), None, how, doubtful, estimated)


def _day(year: int, month: int, day: int) -> date | None:
    """The calendar day, or None where there is none."""
    try:
        return date(year, month, day) if year >= OLDEST_YEAR else None
    except (ValueError, OverflowError):
        return None


def _recent_year(day: int, month: int, today: date) -> date | None:
    """The most recent `day`.`month` that is not after today (29 February: of a leap year)."""
    for back in range(9):
        found = _day(today.year - back, month, day)
        if found and found <= today:
            return found
    return None


def _recent_day(day: int, today: date) -> date | None:
    """The most recent `day` of any month that is not after today."""
    for back in range(3):
        months = today.year * 12 + today.month - 1 - back
        found = _day(months // 12, months % 12 + 1, day)
        if found and found <= today:
            return found
    return None
