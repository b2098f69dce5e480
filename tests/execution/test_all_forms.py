"""A term in one folder, each week in eight forms of delivery: nobody is lost, nobody is there twice."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from autograder.course import Assignment
from autograder.intake.spool import files_hash
from autograder.results.point_sums import sum_points
from tests.helpers import archives
from tests.helpers.deliveries import STUDENTS, code, folders, form_of, gradescope, login, mixed, roster, wrong
from tests.helpers.term import Term

pytestmark = pytest.mark.sandbox
TEAM, REFUSED, AGAIN = ("ina", "jo"), "kim", STUDENTS[5]
RULES = "[policies]\ndue = {{ {} = 2026-03-01T10:00:00 }}\n[policies.late]\nper_day = 10\n"


def test_a_term_in_eight_forms_loses_nobody_and_counts_nobody_twice(term: Term) -> None:
    _, second, third, *_ = parts = list(term.course)
    (term.folder / "class.csv").write_text(roster(*TEAM, REFUSED))
    (term.folder / "groups.csv").write_text("group,student\nteam x,ina\nteam x,jo\n")
    (term.folder / "rules.toml").write_text(RULES.format(second.id))
    options = ["--roster", term.folder / "class.csv", "--policies", term.folder / "rules.toml"]
    for week, part in enumerate(parts):
        place = archives.folder(term.folder / f"week{week}", mixed(week, part)).name
        term.hand_in(place, "team x", part.id)
        term.hand_in_file(place, REFUSED, f"{part.id}/report.pdf")
        term.grade(place, "--groups", term.folder / "groups.csv", *options, f"--assignment={part.id}")
        options = []  # they are remembered
        if part == third:  # the part before again, in another form
            archives.folder(term.folder / "again", folders([AGAIN], second, right=True))
            term.grade("again", f"--assignment={second.id}", "--only")
    late = [name for name in STUDENTS if form_of(name, parts.index(second)) is gradescope]
    assert AGAIN not in late
    expected = {(login(name), part.id): points(name, part) for name in STUDENTS for part in parts}
    expected |= {(login(name), second.id): round(0.9 * points(name, second), 2) for name in late}
    expected |= {(login(AGAIN), second.id): total(second)}
    expected |= {(student, part.id): total(part) for student in TEAM for part in parts}
    shown = {key: f"{value:g}" for key, value in expected.items()} | {(REFUSED, part.id): "" for part in parts}
    term.said("export", term.out, "--format", "csv")
    assert exported(term.out / "csv.csv", parts) == shown
    rows = term.rows()
    assert {(student, term.course.assignment(part).id): row["score"] for (student, part), row in rows.items()} == shown
    assert {student for (student, _), row in rows.items() if row["late"]} == set(map(login, late))
    assert {row["status"] for (student, _), row in rows.items() if student == REFUSED} == {"refused"}
    for name in STUDENTS:
        for part in parts:
            own = code(name, part, right=(name, part) == (AGAIN, second))
            assert term.result(login(name), part.id)["submission"]["sha256"] == files_hash(own)


def test_eight_forms_without_a_class_list_are_as_many_students(term: Term) -> None:
    part = term.course.assignment("02")
    archives.folder(term.folder / "week", mixed(0, part))
    term.grade("week", "--assignment", part.id)
    results = [term.result(student, part.id) for student, _ in term.rows()]
    assert Counter(item["submission"]["sha256"] for item in results) == Counter(
        files_hash(code(name, part)) for name in STUDENTS
    )


def points(name: str, part: Assignment) -> float:
    return sum_points([total(part), -wrong(name, part).points])


def total(part: Assignment) -> float:
    return sum_points(item.points for item in part.exercises)


def exported(path: Path, parts: list[Assignment]) -> dict[tuple[str, str], str]:
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    cells = [((row["student"], part.id), row[part.id]) for row in rows for part in parts]
    assert len(dict(cells)) == len(cells), "each student once"
    return dict(cells)
