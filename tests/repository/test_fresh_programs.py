"""The wrong programs that were written afresh: each is one exercise, and the pages of the first set have scores."""

import ast
from pathlib import Path

import pytest

from benchmarks.fresh_programs.__main__ import (
    HERE,
    IDEAL_TABLES,
    MEASURES,
    SCORE_TABLES,
    FreshProgram,
    NamedLines,
    insert,
    line_verdict,
    main,
    named_lines,
    read_programs,
    read_table,
)
from tests.helpers.claims import EXERCISES

PROGRAMS = {number: read_programs(number) for number in IDEAL_TABLES}
ALL_PROGRAMS = [program for programs in PROGRAMS.values() for program in programs]


@pytest.mark.parametrize("program", ALL_PROGRAMS, ids=lambda program: program.id)
def test_a_program_takes_the_place_of_its_exercise(program: FreshProgram) -> None:
    inserted = insert(program)
    lines = inserted.text.splitlines()
    own = program.source.splitlines()
    assert lines[inserted.before : inserted.before + len(own)] == own
    assert program.lines <= set(range(1, len(own) + 1))
    names = [node.name for node in ast.parse(inserted.text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    assert names.count(program.exercise) == 1


def test_every_program_belongs_to_one_set() -> None:
    assert [program.id for program in ALL_PROGRAMS] == sorted(path.stem for path in (HERE / "programs").glob("*.py"))


def test_every_exercise_has_a_program() -> None:
    assert {program.exercise for program in PROGRAMS[1]} == {exercise.name for exercise in EXERCISES}


@pytest.mark.parametrize(
    ("number", "name"),
    [(number, name) for number, names in SCORE_TABLES.items() for name in names],
)
def test_every_page_has_scores(number: int, name: str) -> None:
    table = read_table(name)
    assert [row["id"] for row in table] == [program.id for program in PROGRAMS[number]]
    assert all(row[measure] in {"0", "1", "2", "3"} for row in table for measure in MEASURES)


@pytest.mark.parametrize(
    ("places", "verdict"),
    [
        ([], "none"),
        ([range(4, 5)], "right"),
        ([range(3, 5)], "right"),
        ([range(5, 6)], "wrong"),
        ([range(4, 5), range(6, 7)], "wrong"),
        ([range(1, 9)], "wrong"),
    ],
)
def test_a_place_is_right_if_it_is_short_and_holds_a_line_of_the_mistake(places: list[range], verdict: str) -> None:
    assert line_verdict(places, {4}) == verdict


def test_where_an_error_surfaced_is_not_taken_for_the_line_of_a_mistake(tmp_path: Path) -> None:
    program = PROGRAMS[1][0]
    name, before = insert(program).name, insert(program).before
    told = f"## `{program.exercise}`: 0 of 1\n\nraised E; the error surfaced at {name} line {before + 3}: return x\n"
    page = tmp_path / "graded" / program.student / program.part / "feedback.md"
    page.parent.mkdir(parents=True)
    page.write_text(told, encoding="utf-8")
    assert named_lines(tmp_path, program) == NamedLines([], [], [range(3, 4)])
    page.write_text(f"{told}\nIn {name}, lines {before + 4} to {before + 5}: all checks pass\n", encoding="utf-8")
    assert named_lines(tmp_path, program) == NamedLines([range(4, 6)], [], [range(3, 4)])
    page.write_text(
        f"{told}\nIn {name}, line {before + 2}: here a value comes up that is nowhere in right programs\n",
        encoding="utf-8",
    )
    assert named_lines(tmp_path, program) == NamedLines([], [range(2, 3)], [range(3, 4)])


def test_a_set_without_scores_is_answered_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.fresh_programs.__main__.SCORE_TABLES", {2: ("scores_of_nobody.csv",)})
    with pytest.raises(SystemExit, match="set 2 has no scores yet"):
        main(["score", "--set", "2"])
