"""The wrong programs that were written without the catalogue, and how the lines that feedback names are read."""

import ast
from pathlib import Path

import pytest

from benchmarks.fresh_programs import NamedLines, insert, line_verdict, named_lines, read_programs

PROGRAMS = read_programs()


def test_every_program_takes_the_place_of_its_exercise() -> None:
    assert len(PROGRAMS) == 100
    for program in PROGRAMS:
        solved = insert(program)
        own = program.source.splitlines()
        assert solved.text.splitlines()[solved.before : solved.before + len(own)] == own, program.id
        assert program.lines <= set(range(1, len(own) + 1)), program.id
        names = [getattr(node, "name", "") for node in ast.parse(solved.text).body]
        assert names.count(program.exercise) == 1, program.id


@pytest.mark.parametrize(
    ("ranges", "verdict"),
    [
        ([], "none"),
        ([range(4, 5)], "right"),
        ([range(3, 5)], "right"),
        ([range(5, 6)], "wrong"),
        ([range(4, 5), range(6, 7)], "wrong"),
        ([range(1, 9)], "wrong"),
    ],
)
def test_a_named_range_is_right_if_it_is_short_and_has_a_line_of_the_mistake(ranges: list[range], verdict: str) -> None:
    assert line_verdict(ranges, {4}) == verdict


def test_the_line_of_a_traceback_does_not_count_as_named(tmp_path: Path) -> None:
    program = PROGRAMS[0]
    name, before = insert(program).name, insert(program).before
    shown = f"## `{program.exercise}`: 0 of 1\n\nraised E; the error surfaced at {name} line {before + 3}: return x\n"
    page = tmp_path / "graded" / program.student / program.part / "feedback.md"
    page.parent.mkdir(parents=True)
    page.write_text(shown, encoding="utf-8")
    assert named_lines(tmp_path, program) == NamedLines([], [], [range(3, 4)])
    proved = f"In {name}, lines {before + 4} to {before + 5}: all checks pass\n"
    page.write_text(f"{shown}\n{proved}", encoding="utf-8")
    assert named_lines(tmp_path, program) == NamedLines([range(4, 6)], [], [range(3, 4)])
    seen = f"In {name}, line {before + 2}: here a value comes up that is nowhere in right programs\n"
    page.write_text(f"{shown}\n{seen}", encoding="utf-8")
    assert named_lines(tmp_path, program) == NamedLines([], [range(2, 3)], [range(3, 4)])
