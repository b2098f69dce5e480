"""With a class list, a result under any other name is named at the end of every run, with a way out."""

from pathlib import Path

import pytest

from tests.helpers.term import Term

pytestmark = pytest.mark.process


def listed(term: Term, *rows: str) -> Path:
    path = term.folder / "class.csv"
    path.write_text("\n".join(("student,name,alias", *rows)) + "\n", encoding="utf-8")
    return path


def graded(term: Term, week: str, *options: object, status: int = 0) -> str:
    words = ("grade", term.folder / week, "--out", term.out, "--jobs", 1, "--quiet", *options)
    return term.said(*words, status=status)


def removal(term: Term, student: str) -> str:
    return f"; to take this name out: autograder remove {term.out} --student {student}"


def test_a_name_in_another_order_is_named_and_then_taken_out(term: Term) -> None:
    term.hand_in("one", "Ben Ali Mohamed", "02")
    term.hand_in("one", "ada", "02", "wrong: causal_mask")
    roster = listed(term, "ada,Ada Lovelace,", "mba,Mohamed Ben Ali,")
    said = graded(term, "one", "--roster", roster, status=3)
    hint = "; did you mean mba (Mohamed Ben Ali)? Then give the student this name in the roster"
    line = f"not in the roster: Ben_Ali_Mohamed, with 02_causal{hint}; to take this name out: autograder remove"
    assert line in said
    roster = listed(term, "ada,Ada Lovelace,", "mba,Mohamed Ben Ali,Ben Ali Mohamed")
    said = graded(term, "one", "--roster", roster, status=3)
    assert "not in the roster: Ben_Ali_Mohamed, with 02_causal, the same hand-in as of mba; to take" in said
    assert term.run("remove", term.out, "--student", "Ben_Ali_Mohamed")[0] == 0
    assert "not in the roster" not in graded(term, "one")
    assert {student for student, _ in term.rows()} == {"ada", "mba"}


def test_two_students_of_one_name_are_told_from_their_earlier_names(term: Term) -> None:
    for number, mark in (("88100", "a"), ("88103", "b")):
        term.hand_in("one", f"Anna_Müller_{number}", "02", mark)
    roster = listed(term, "amu1,Anna Müller,", "amu2,Anna Müller,")
    said = graded(term, "one", "--roster", roster, status=3)
    assert said.count("; did you mean amu1 (Anna Müller) or amu2 (Anna Müller)? Then give") == 2
    for number, student in (("88100", "amu1"), ("88103", "amu2")):
        (term.folder / f"one/Anna_Müller_{number}").rename(term.folder / f"one/{student}")
    said = graded(term, "one", status=3)
    for number, student in (("88100", "amu1"), ("88103", "amu2")):
        name = f"Anna_Müller_{number}"
        line = f"not in the roster: {name}, with 02_causal, the same hand-in as of {student}; to take this name out: "
        assert line in said


def test_equal_files_of_many_say_nothing_and_who_is_missing_with_almost_the_same_name_is_meant(term: Term) -> None:
    for student in ("ada", "Łukasz_Öst", "zoe"):
        term.hand_in_file("one", student, "02_causal/causal.py")
        (term.folder / f"one/{student}/02_causal/causal.py").write_text("# the same\n")
    said = graded(term, "one", "--roster", listed(term, "ada,Ada Lee,", "c1,Lukasz Oest,"), status=3)
    assert "not in the roster: Łukasz_Öst, with 02_causal; did you mean c1 (Lukasz Oest)? Then give" in said
    assert f"not in the roster: zoe, with 02_causal{removal(term, 'zoe')}" in said


def test_who_leaves_the_roster_is_named(term: Term) -> None:
    for student in ("ada", "ben"):
        term.hand_in("one", student, "02", f"for {student}")
    assert "not in the roster" not in graded(term, "one", "--roster", listed(term, "ada,,", "ben,,"))
    said = graded(term, "one", "--roster", listed(term, "ada,,"), status=3)
    assert f"not in the roster: ben, with 02_causal{removal(term, 'ben')}" in said
    assert "not in the roster" not in graded(term, "one", "--roster", "none")


def test_of_many_the_first_have_a_sentence_each(term: Term) -> None:
    for number in range(8):
        term.hand_in("one", f"s{number}", "02", f"for {number}")
    said = graded(term, "one", "--roster", listed(term, "s0,,"), status=3)
    assert said.count("to take this name out") == 5
    assert "not in the roster: also s6, s7" in said
