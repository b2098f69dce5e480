"""One sentence corrects several students: everybody, those whom a pattern fits, or the rows of a file."""

from pathlib import Path

import pytest

from tests.helpers.term import Term

pytestmark = pytest.mark.process


@pytest.fixture
def graded(term: Term, monkeypatch: pytest.MonkeyPatch) -> Term:
    monkeypatch.setenv("AUTOGRADER_AUTHOR", "C. Curie")
    for student in ("lab1-ada", "lab1-ben", "lab2-cy"):
        term.hand_in("week", student, "02", "wrong: masked_softmax")
    term.hand_in("week", "lab2-dan", "00")
    term.grade("week")
    return term


MASKED = ("--exercise", "masked_softmax", "--points", "+1", "--reason", "the text was unclear")


def scores(term: Term) -> dict[str, str]:
    return {student: score for (student, part), score in term.scores().items() if part == "02" and score}


def test_everybody_who_handed_in_is_corrected_once(graded: Term) -> None:
    assert "3 corrections count, 3 scores change" in graded.adjust("--all", *MASKED)
    assert scores(graded) == {"lab1-ada": "24", "lab1-ben": "24", "lab2-cy": "24", "lab2-dan": "0"}
    assert "counts once" in graded.adjust("--all", *MASKED)


def test_a_pattern_and_several_names_mean_several_students(graded: Term) -> None:
    graded.adjust("--student", "lab1-*", *MASKED)
    assert scores(graded)["lab2-cy"] == "23"
    assert scores(graded)["lab1-ada"] == scores(graded)["lab1-ben"] == "24"
    graded.adjust("--student", "lab1-ada", "--student", "lab2-cy", *MASKED)
    assert "3 corrections count" in graded.adjust()
    assert "fits nobody who handed in 02_causal" in graded.adjust("--student", "lab9-*", *MASKED, status=2)


def test_the_rows_of_a_file_are_added_and_a_wrong_one_changes_nothing(graded: Term, tmp_path: Path) -> None:
    file = tmp_path / "corrections.csv"
    head = "student,assignment,exercise,points,score,reason\n"
    file.write_text(f"{head}lab1-*,02,masked_softmax,+0.5,,well argued\nlab2-cy,02,,,20,on paper\n")
    said = graded.adjust("--from", file)
    assert "1. lab1-ada, 02_causal, masked_softmax: +0.5, well argued (C. Curie" in said
    assert "3 corrections count, 3 scores change" in said
    before = (graded.out / "adjustments.csv").read_text()
    assert "counts once" in graded.adjust("--from", file)
    file.write_text(f"{head}lab2-cy,02,masked_softmax,+1,,fine\nlab2-cy,02,no_such,+1,,wrong\n")
    assert f"{file}, line 3: 02_causal has no exercise 'no_such'" in graded.adjust("--from", file, status=2)
    file.write_text("who,points\nada,1\n")
    assert "expected columns of student, assignment" in graded.adjust("--from", file, status=2)
    assert (graded.out / "adjustments.csv").read_text() == before


def test_the_same_sentence_with_undo_takes_back_what_it_made(graded: Term) -> None:
    before = scores(graded)
    graded.adjust("--all", *MASKED)
    other = ("--exercise", "masked_softmax", "--points", "+0.5", "--reason", "well argued")
    graded.adjust("--student", "lab1-ada", *other)
    assert "3 corrections are undone; 1 correction counts, 3 scores change" in graded.adjust("--all", *MASKED, "--undo")
    assert scores(graded) == before | {"lab1-ada": "23.5"}
    assert "no correction that counts fits" in graded.adjust("--all", *MASKED, "--undo", status=2)


def test_a_pattern_an_exercise_or_everything_can_be_undone(graded: Term) -> None:
    graded.adjust("--all", *MASKED)
    assert "2 corrections are undone" in graded.adjust("--student", "lab1-*", "--undo")
    assert scores(graded) == {"lab1-ada": "23", "lab1-ben": "23", "lab2-cy": "24", "lab2-dan": "0"}
    graded.adjust("--student", "lab1-*", "--assignment", "02", "--score", "9", "--reason", "on paper")
    assert "correction 3 is undone" in graded.adjust("--undo", "--exercise", "masked_softmax", "--assignment", "02")
    assert "2 corrections are undone; 0 corrections count" in graded.adjust("--all", "--undo")


def test_numbers_and_ranges_can_be_undone_and_what_was_undone_before_stays_so(graded: Term) -> None:
    graded.adjust("--all", *MASKED)
    graded.adjust("--student", "lab2-cy", "--assignment", "02", "--score", "9", "--reason", "on paper")
    graded.adjust("--undo", 2)
    assert "2 corrections are undone; 1 correction counts" in graded.adjust("--undo", "1-2, 4")
    assert "1-2: was undone already (C. Curie, " in graded.adjust("--undo", "1-2", status=2)
    for wrong in ("3-5", "0", "3-2"):
        assert f"--undo {wrong}: the file has 4 corrections;" in graded.adjust("--undo", wrong, status=2)
    assert "--undo x: expected numbers of corrections, such as 2 or 2-5,8" in graded.adjust("--undo", "x", status=2)
    assert "--undo 3: the numbers say which; leave out" in graded.adjust("--undo", 3, "--all", status=2)
    assert "--undo: say which corrections" in graded.adjust("--undo", status=2)
    assert scores(graded)["lab2-cy"] == "24", "nothing of this has changed anything"


def test_the_rows_of_a_file_can_be_undone(graded: Term, tmp_path: Path) -> None:
    file = tmp_path / "corrections.csv"
    head = "student,assignment,exercise,points,score,reason\n"
    file.write_text(f"{head}lab1-*,02,masked_softmax,+0.5,,well argued\nlab2-cy,02,,,20,on paper\n")
    graded.adjust("--from", file)
    graded.adjust("--student", "lab2-cy", "--assignment", "02", "--points", "1", "--reason", "on paper")
    assert "3 corrections are undone; 1 correction counts" in graded.adjust("--from", file, "--undo")
    assert scores(graded) == {"lab1-ada": "23", "lab1-ben": "23", "lab2-cy": "24", "lab2-dan": "0"}
