"""Dates and the time zone of a call decide what is late for everything in the folder; nobody is graded again for it."""

from pathlib import Path

import pytest

from tests.helpers.term import Term

pytestmark = pytest.mark.process
LATE = "[policies.late]\nper_day = 10\n"


@pytest.fixture
def graded(term: Term) -> Term:
    """A part was due at noon in Berlin: kim was in time, and ben, whose time is in UTC, was not."""
    for student, moment in (("ben", "2026-03-01 163000Z"), ("kim", "2026-03-01-110000")):
        term.hand_in("week", student, "02")
        (term.folder / "week" / student / "02_causal").rename(term.folder / "week" / student / moment)
    term.hand_in("next", "dan", "03")
    term.grade("week", "--policies", rules(term, "12:00"))
    return term


def rules(term: Term, time: str, more: str = "") -> Path:
    path = term.folder / f"rules-{time[:2]}.toml"
    path.write_text(f"{more}[policies]\ndue = {{ 02_causal = 2026-03-01T{time}:00 }}\n{LATE}", encoding="utf-8")
    return path


def late(term: Term) -> set[str]:
    return {student for (student, _), row in term.rows().items() if row["late"] == "yes"}


@pytest.mark.parametrize(("time", "expected"), [("20:00", set()), ("09:00", {"ben", "kim"})], ids=["later", "sooner"])
def test_a_new_due_date_reaches_results_that_the_call_does_not_name(
    time: str, expected: set[str], graded: Term
) -> None:
    assert late(graded) == {"ben"}
    said = graded.grade("next", "--policies", rules(graded, time))
    assert "lateness: the dates and times of this call decide for ben (02_causal)" in said
    assert late(graded) == expected
    assert ("handed in late" in graded.page("kim", "02")) is bool(expected)
    assert "0 submissions graded, 2 were already" in graded.grade("week")
    assert late(graded) == expected


def test_a_due_date_on_the_command_line_reaches_them_too(graded: Term) -> None:
    graded.grade("next", "--due", "02=2026-03-01T20:00")
    assert late(graded) == set()
    graded.grade("next", "--due", "02=none")
    assert late(graded) == {"ben"}


def test_a_new_time_zone_reaches_them(graded: Term) -> None:
    graded.grade("next", "--policies", rules(graded, "12:00", 'time_zone = "America/New_York"\n'))
    assert late(graded) == set(), "16:30 UTC is 11:30 there, and 11:00 without a zone is still 11:00"


def test_a_regrade_shows_and_writes_what_is_late_by_other_dates(graded: Term) -> None:
    sooner = rules(graded, "09:00")
    assert "kim, 02_causal: " in graded.said("regrade", graded.out, "--policies", sooner)
    assert late(graded) == {"ben"}
    said = graded.said("regrade", graded.out, "--policies", sooner, "--apply", status=1)
    assert "would lose points by the rules, which hold for all" in said
    assert late(graded) == {"ben"}
    graded.said("regrade", graded.out, "--policies", sooner, "--apply", "--allow-lower")
    assert late(graded) == {"ben", "kim"}
    graded.adjust()
    graded.said("export", graded.out, "--format", "csv")
    assert late(graded) == {"ben", "kim"}


def test_where_no_time_is_known_a_new_date_says_so(graded: Term) -> None:
    graded.hand_in("more", "eva", "02")
    graded.grade("more")
    said = graded.grade("next", "--policies", rules(graded, "09:00"))
    assert "lateness: no time is known, so that a new date changes nothing for eva (02_causal)" in said
    assert late(graded) == {"ben", "kim"}
