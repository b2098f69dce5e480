"""The table of totals, the class page, the plain table and --summary say what was reached of what was due so far."""

import csv

import pytest

from tests.helpers.term import Term

pytestmark = pytest.mark.process
DATES = "due = { 01_self_attention = 2020-01-01T00:00:00, 02_causal = 2999-01-01T00:00:00 }"
TOTALS = ["score", "max_score", "score_so_far", "max_so_far"]


@pytest.fixture
def graded(term: Term) -> Term:
    """Ada has 01 and half of 02, ben has 01 only; 02 is not due yet."""
    (term.folder / "class.csv").write_text(
        "student,name,section\nada,Ada Lovelace,7b\nben,Ben Babbage,7c\nzoe,Zoe,7c\n"
    )
    term.hand_in("week", "ada", "01")
    term.hand_in("week", "ben", "01", "wrong: softmax")
    term.hand_in("week", "ada", "02", "wrong: masked_softmax")
    return term


def grade(term: Term, rules: str) -> str:
    path = term.folder / "rules.toml"
    path.write_text(f'[policies]\nparts = ["01_self_attention", "02_causal"]\n{rules}\n')
    return term.grade("week", "--roster", term.folder / "class.csv", "--policies", path)


def rows(term: Term, name: str) -> dict[str, list[str]]:
    """The columns with totals of each student."""
    with (term.out / name).open(encoding="utf-8", newline="") as file:
        return {row["student"]: [row[column] for column in TOTALS] for row in csv.DictReader(file)}


EXPECTED = {
    "ada": ["49", "53", "26", "26"],
    "ben": ["22", "53", "22", "26"],
    "zoe": ["0", "53", "0", "26"],
}


def test_what_is_due_is_shown_beside_the_total(graded: Term) -> None:
    said = grade(graded, DATES)
    assert "49/53, 26/26 so far" in said
    assert rows(graded, "totals.csv") == rows(graded, "people.csv") == EXPECTED
    graded.run("export", graded.out, "--format", "csv")
    assert rows(graded, "csv.csv") == EXPECTED
    page = (graded.out / "class.html").read_text(encoding="utf-8")
    assert "So far: of what was due by now, with extensions: 01_self_attention.</p>" in page
    assert '<td class="number" data-value="1.0">26 of 26</td></tr>' in page
    head = (graded.out / "totals.csv").read_text(encoding="utf-8").splitlines()[0]
    assert head == '"student","score","max_score","score_so_far","max_so_far"'
    assert list(graded.rows()["ada", "01"])[:5] == ["student", "assignment", "score", "max_score", "status"]


def test_a_summary_of_an_export_says_how_far_the_class_is(graded: Term) -> None:
    grade(graded, DATES)
    _, said = graded.run("export", graded.out, "--format", "csv", "--dry-run", "--summary")
    assert "due so far: 01_self_attention; median 85% of these points, 42% of all" in said


def test_without_dates_there_is_one_total(graded: Term) -> None:
    assert "so far" not in grade(graded, "")
    assert rows(graded, "totals.csv")["ada"] == ["49", "53", "49", "53"]
    assert "so far" not in (graded.out / "class.html").read_text(encoding="utf-8")
    _, said = graded.run("export", graded.out, "--format", "csv", "--dry-run", "--summary")
    assert "so far" not in said


def test_points_are_empty_while_a_part_waits_for_a_person(graded: Term) -> None:
    graded.hand_in("week", "ben", "02", "refused: causal_mask")
    grade(graded, DATES)
    assert rows(graded, "totals.csv")["ben"] == ["", "53", "22", "26"]
