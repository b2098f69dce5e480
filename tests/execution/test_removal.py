"""Results under a wrong name leave the folder of the course, nothing is lost, and they can come back."""

import json
import shlex

import pytest

from tests.helpers.term import Term

pytestmark = pytest.mark.sandbox


@pytest.fixture
def graded(term: Term, monkeypatch: pytest.MonkeyPatch) -> Term:
    monkeypatch.setenv("AUTOGRADER_AUTHOR", "C. Curie")
    for student in ("ada", "ben", "bne"):
        for part in ("01", "02"):
            term.hand_in(part, student, part, "wrong: softmax")
    term.grade("01")
    term.grade("02")
    return term


def test_a_student_disappears_from_table_pages_and_exports(graded: Term) -> None:
    said = graded.said("remove", graded.out, "--student", "bne")
    assert "bne, 01_self_attention: removed\nbne, 02_causal: removed\n" in said
    assert {student for student, _ in graded.rows()} == {"ada", "ben"}
    assert "bne" not in (graded.out / "class.html").read_text(encoding="utf-8")
    graded.run("export", graded.out, "--format", "csv")
    assert "bne" not in (graded.out / "csv.csv").read_text(encoding="utf-8")
    assert not (graded.out / "bne").exists()


def test_nothing_is_deleted_and_the_last_line_says_how_to_undo_it(graded: Term) -> None:
    page = graded.page("bne", "02")
    said = graded.said("remove", graded.out, "--student", "bne", "--assignment", "02")
    aside = graded.out / ".removed/bne/02_causal"
    assert f"moved to {aside}" in said
    assert (aside / "feedback.md").read_text(encoding="utf-8") == page
    undo = said.partition("to undo it: autograder ")[2].splitlines()[0]
    assert undo == f"remove {graded.out} --student bne --assignment 02_causal --undo"


def test_undone_everything_is_as_it_was(graded: Term) -> None:
    before = dict(graded.left_behind())
    graded.said("remove", graded.out, "--student", "bne")
    assert "bne, 01_self_attention: is back" in graded.said("remove", graded.out, "--student", "bne", "--undo")
    assert {name: data for name, data in graded.left_behind().items() if not name.startswith(".removed")} == before


def test_a_pattern_or_a_whole_part_goes_and_comes_back_in_the_same_words(graded: Term) -> None:
    before = dict(graded.left_behind())
    said = graded.said("remove", graded.out, "--student", "b*", "--assignment", "02")
    assert "ben, 02_causal: removed\nbne, 02_causal: removed\n" in said
    assert f"remove {graded.out} --student 'b*' --assignment 02_causal --undo" in said
    graded.said("remove", graded.out, "--all", "--assignment", "01")
    assert set(graded.rows()) == {("ada", "02")}
    assert "ben, 02_causal: is back\nbne, 02_causal: is back\n" in graded.said(
        "remove", graded.out, "--student", "b*", "--student", "bne", "--assignment", "02", "--undo"
    )
    graded.said("remove", graded.out, "--all", "--undo")
    assert {name: data for name, data in graded.left_behind().items() if not name.startswith(".removed")} == before


def test_slip_days_of_what_is_removed_are_free_again_until_it_is_back(term: Term) -> None:
    rules = term.folder / "rules.toml"
    due = "due = { 01_self_attention = 2026-03-01T23:59:00, 02_causal = 2026-03-01T23:59:00 }"
    rules.write_text(f"[policies]\n{due}\n[policies.late]\nper_day = 10\nslip_days = 2\n", encoding="utf-8")
    for part, day in (("01_self_attention", "02"), ("02_causal", "03")):
        for file in term.course.assignment(part[:2]).files:
            term.hand_in_file("week", "tom", f"{part}_2026-03-{day}-120000/{file}")
    term.grade("week", "--policies", rules)
    before = term.scores()
    term.said("remove", term.out, "--student", "tom", "--assignment", "01", "--policies", rules)
    assert "2 slip days used" in term.rows()["tom", "02"]["why"]
    term.said("remove", term.out, "--student", "tom", "--undo", "--policies", rules)
    assert term.scores() == before


def test_the_command_that_undoes_it_names_the_same_rules_and_works(term: Term) -> None:
    rules = term.folder / "my rules.toml"
    rules.write_text("[policies]\nbonus = ['02_causal.causal_mask']\n", encoding="utf-8")
    term.hand_in("week", "ada", "02")
    term.grade("week", "--policies", rules)
    said = term.said("remove", term.out, "--student", "ada", "--policies", rules)
    undo = said.partition("to undo it: autograder ")[2].splitlines()[0]
    assert undo.endswith(f"--undo --policies '{rules}'")
    status, said = term.run(*shlex.split(undo))
    assert status == 0, said
    assert "ada, 02_causal: is back" in said


def test_a_name_with_a_space_is_quoted_in_the_command_that_undoes_it(term: Term) -> None:
    term.hand_in("week", "Ada Lovelace", "02")
    term.grade("week")
    (student,) = {name for name, _ in term.rows()}
    said = term.said("remove", term.out, "--student", student)
    undo = shlex.split(said.partition("to undo it: autograder ")[2].splitlines()[0])
    assert undo == ["remove", str(term.out), "--student", student, "--undo"]


def test_one_part_is_removed_and_the_others_stay(graded: Term) -> None:
    graded.said("remove", graded.out, "--student", "bne", "--assignment", "02")
    assert [part for student, part in graded.rows() if student == "bne"] == ["01"]
    assert (graded.out / "bne/01_self_attention/result.json").is_file()


def test_what_was_removed_stays_away_until_it_is_brought_back(graded: Term) -> None:
    graded.said("remove", graded.out, "--student", "bne")
    graded.hand_in("03", "ada", "03")
    graded.grade("03")
    graded.grade("02")
    assert {student for student, _ in graded.rows()} == {"ada", "ben"}
    graded.said("remove", graded.out, "--student", "bne", "--assignment", "02", "--undo")
    graded.grade("02")
    assert ("bne", "02") in graded.rows()
    assert ("bne", "01") not in graded.rows()


def test_removed_twice_both_are_kept_aside(graded: Term) -> None:
    graded.said("remove", graded.out, "--student", "bne", "--assignment", "02")
    graded.said("remove", graded.out, "--student", "bne", "--assignment", "02", "--undo")
    graded.said("remove", graded.out, "--student", "bne", "--assignment", "02")
    assert {path.name for path in (graded.out / ".removed/bne").iterdir()} == {"02_causal", "02_causal.2"}


def test_what_is_removed_already_is_said_to_be_so(graded: Term) -> None:
    graded.said("remove", graded.out, "--student", "bne", "--assignment", "02")
    said = graded.said("remove", graded.out, "--student", "bne", "--assignment", "02")
    assert "bne, 02_causal: was removed already\nnothing to remove; tables and pages are up to date\n" in said
    assert json.loads(
        graded.said("remove", graded.out, "--student", "bne", "--assignment", "02", "--json").splitlines()[-1]
    )["repeated"]
    assert "bne, 01_self_attention: removed\n" in graded.said("remove", graded.out, "--student", "bne")


def test_a_correction_without_a_result_is_named(graded: Term) -> None:
    graded.run("adjust", graded.out, "--student", "bne", "--exercise", "softmax", "--points", "1", "--reason", "r")
    assert "correction 1 in adjustments.csv had only these results, and stays there" in graded.said(
        "remove", graded.out, "--student", "bne"
    )
    graded.said("remove", graded.out, "--student", "bne", "--undo")
    assert graded.rows()["bne", "01"]["why"].startswith("22 + 1 for softmax")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--student", "bnee"], "--student bnee: no result has this student; did you mean bne?"),
        (["--student", "bne", "--assignment", "03"], "--assignment 03_multihead: bne has 01_self_attention, 02_causal"),
        (["--student", "ada", "--undo"], "--student ada: nothing of this student was removed; removed: nothing"),
        (["--student", "b*", "--assignment", "03"], "--assignment 03_multihead: b* has 01_self_attention, 02_causal"),
        (["--student", "x*"], "--student x*: no result has this student; grades.csv lists them"),
        (["--all"], "--all: name the assignment too"),
        (["--all", "--undo"], "--student *: nothing of this student was removed; removed: nothing"),
        ([], "--student: say whose results, or --all"),
    ],
)
def test_a_wrong_call_gets_one_sentence_and_changes_nothing(graded: Term, arguments: list[str], sentence: str) -> None:
    before = graded.left_behind()
    assert sentence in graded.said("remove", graded.out, *arguments, status=2)
    assert graded.left_behind() == before


def test_programs_read_what_was_removed(graded: Term) -> None:
    said = graded.said("remove", graded.out, "--student", "bne", "--assignment", "02", "--json")
    assert '{"assignment": "02_causal", "event": "removed", "student": "bne"}' in said
    assert '"event": "end"' in said.splitlines()[-1]
