"""Enumerates the edits of a student's file, in the process with limits in which students' files are parsed."""

import ast
import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from autograder.course import Exercise, load_course
from autograder.intake.parser_process import OVER_LIMITS, ParserProcess
from autograder.repair.all_edits import LONGEST_PLACE, ordered, single_edits
from autograder.repair.donors import donor_edits, joint_edits
from autograder.repair.likeness import Undoing, without_rivals
from autograder.repair.ranking import RankedEdit, chosen, ranked
from autograder.repair.scope import needed_part
from autograder.repair.source import Edit, ParsedText, UnreadableProgramError
from autograder.repair.tracing import TracedProgram, traced_program

CANDIDATES = 1000  # programs that are tried for one exercise, unless somebody asks for more
MOST_EDITS = 3000  # of one program; more are never tried
OF_EACH = 6  # edits for each of several mistakes
Ways = tuple[tuple[Undoing, ...], ...]  # for each of some mistakes, the ways to undo it


@dataclass(frozen=True)
class Program:
    """A program and its edits, those first that are most likely to mend it.

    Attributes:
        text: the file.
        needed: the same without what the exercise does not need (`needed_part`); the lines are the same.
        edits: single edits.
        joint: edits of different places that may mend it together.
        problem: why there are no edits.
    """

    text: str = ""
    needed: str = ""
    edits: tuple[RankedEdit, ...] = ()
    joint: tuple[tuple[Edit, ...], ...] = ()
    problem: str = ""


@dataclass(frozen=True)
class Enumerator:
    """Enumerates the edits of one exercise.

    Attributes:
        parser: the process that parses.
        name: the exercise.
        others: the other exercises of the file, and code that students are given, which stay as they are.
        donors: the code of right programs.
    """

    parser: ParserProcess
    name: str
    others: frozenset[str] = frozenset()
    donors: tuple[str, ...] = ()

    @classmethod
    def of(cls, exercise: Exercise, parser: ParserProcess, donors: tuple[str, ...]) -> Self:
        """Return the enumerator of an exercise of the course."""
        return cls(parser, exercise.name, other_definitions(exercise), donors)

    def program(self, data: bytes, ways: Ways, most: int | None) -> Program:
        """Return a file with its edits (`ranked_program`)."""
        arguments = (data, self.name, self.others, self.donors)
        ranking = functools.partial(ranked_program, ways=ways, most=most)
        return self.parser.run(ranking, arguments, Program(problem=OVER_LIMITS))

    def traced(self, data: bytes) -> TracedProgram:
        """Return a file whose exercise says what it computes on the way, and its helpers."""
        return self.parser.run(traced_program, (data, self.name, self.others), TracedProgram())


def solution_code(exercise: Exercise) -> str:
    """Return the solution of the file of an exercise."""
    return load_course().solution_file(exercise).read_text(encoding="utf-8")


@functools.cache
def solution_files(exercise: Exercise) -> dict[str, bytes]:
    """Return the files of the solution of an exercise's assignment, by name."""
    folder = load_course().solution_file(exercise).parent
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.py"))}


@functools.cache
def other_definitions(exercise: Exercise) -> frozenset[str]:
    """Return the functions and classes of an exercise's file besides it: other exercises, and code that is given."""
    definitions = ast.parse(solution_code(exercise)).body
    names = {item.name for item in definitions if isinstance(item, ast.FunctionDef | ast.ClassDef)}
    return frozenset(names - {exercise.name})


def ranked_program(
    data: bytes, name: str, others: frozenset[str], donors: tuple[str, ...], *, ways: Ways, most: int | None
) -> Program:
    """Return a file with its edits; only a process with limits may call this for a student's file.

    Args:
        data: the file.
        name: the exercise.
        others: the other exercises of the file, and code that students are given, which stay as they are.
        donors: the code of right programs.
        ways: for each mistake that is known, the ways to undo it. For several mistakes, one edit of each is joined.
        most: edits, of which those are left out that say little of where a mistake is; None stands for all, and for
            joining what each right program has, too.
    """
    try:
        whole = ParsedText.of_bytes(data)
        source = needed_part(whole, name)
    except UnreadableProgramError as error:
        return Program(problem=str(error))
    taken = donor_edits(source, name, donors)
    edits = ordered(source, [*single_edits(source, name, others), *itertools.chain(*taken)])[:MOST_EDITS]
    if not edits:
        return Program(whole.text, source.text, problem=f"has no definition of {name}")
    functions = {node.name for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef)}
    clear = without_rivals(edits, functions - {name, *others})
    clear = [edit for edit in clear if edit.place.end_line - edit.place.line < LONGEST_PLACE]
    own = ways if most else (tuple(itertools.chain(*ways)),)
    rankings = [ranked(source, name, clear if most else edits, way, donors) for way in own]
    if len(rankings) > 1:
        joint = _one_of_each([chosen(ranking, OF_EACH) for ranking in rankings])
        return Program(whole.text, source.text, (), tuple(itertools.islice(joint, most)))
    if most:
        return Program(whole.text, source.text, tuple(chosen(rankings[0], most)))
    is_clear = set(clear)
    in_order = sorted(rankings[0], key=lambda item: item.edit not in is_clear)  # a stable sort
    return Program(whole.text, source.text, tuple(in_order), tuple(joint_edits(taken)))


def _one_of_each(rankings: Sequence[Sequence[RankedEdit]]) -> Iterator[tuple[Edit, ...]]:
    """Yield an edit for each of several mistakes, those most likely first."""
    groups = sorted(itertools.product(*rankings), key=lambda items: -round(sum(item.promise for item in items), 6))
    return (tuple(item.edit for item in items) for items in groups)
