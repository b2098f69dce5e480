"""Enumerates the edits of a student's file, in the process with limits in which students' files are parsed."""

import ast
import functools
import itertools
from dataclasses import dataclass
from typing import Self

from autograder.course import Exercise, load_course
from autograder.intake.parser_process import OVER_LIMITS, ParserProcess
from autograder.repair.all_edits import LONGEST_PLACE, ordered, single_edits
from autograder.repair.donors import donor_edits, joint_edits
from autograder.repair.formula_values import edits_to_right_formulas
from autograder.repair.likeness import Undoing, without_rivals
from autograder.repair.ranking import Definition, RankedEdit, chosen, ranked
from autograder.repair.scope import needed_part
from autograder.repair.source import Edit, ParsedText, UnreadableProgramError
from autograder.repair.tracing import TracedProgram, traced_program

CANDIDATES = 1000  # programs that are tried for one exercise, unless somebody asks for more
MOST_EDITS = 3000  # of one program; more are never tried


@dataclass(frozen=True)
class Enumerated:
    """The edits of a program, small ones first; `problem` says why there are none.

    `joint` are edits of different places that together make it do what a right program does.
    """

    text: str = ""
    edits: tuple[Edit, ...] = ()
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

    def edits_of(self, data: bytes) -> Enumerated:
        """Return the edits of a file."""
        arguments = (data, self.name, self.others, self.donors)
        return self.parser.run(enumerate_edits, arguments, Enumerated(problem=OVER_LIMITS))

    def traced(self, data: bytes) -> TracedProgram:
        """Return a file that says what it computes on the way, in other exercises of the file as well."""
        return self.parser.run(traced_program, (data, self.name), TracedProgram())

    def traced_alone(self, data: bytes) -> TracedProgram:
        """Return a file whose exercise says what it computes on the way, and its helpers."""
        return self.parser.run(traced_program, (data, self.name, self.others), TracedProgram())

    def ranked(self, data: bytes, ways: tuple[tuple[Undoing, ...], ...], most: int) -> "Ranked":
        """Return the edits of a file that are most like what undoes each of some mistakes (`rank_edits`)."""
        arguments = (data, self.name, self.others, self.donors)
        return self.parser.run(functools.partial(rank_edits, ways=ways, most=most), arguments, Ranked())


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


def enumerate_edits(data: bytes, name: str, others: frozenset[str], donors: tuple[str, ...]) -> Enumerated:
    """Return the edits of a file; only a process with limits may call this for a student's file."""
    try:
        return _enumerated(ParsedText.of_bytes(data), name, others, donors)
    except UnreadableProgramError as error:
        return Enumerated(problem=str(error))


def _enumerated(source: ParsedText, name: str, others: frozenset[str], donors: tuple[str, ...]) -> Enumerated:
    taken = donor_edits(source, name, donors)
    edits = ordered(source, [*single_edits(source, name, others), *itertools.chain(*taken)])
    joint = tuple(joint_edits(taken))
    return Enumerated(source.text, tuple(edits[:MOST_EDITS]), joint, "" if edits else f"has no definition of {name}")


@dataclass(frozen=True)
class Ranked:
    """The edits of a program that are most like what undoes each mistake; `text` is empty if there are none.

    In `needed`, what the exercise does not need is left out (`needed_part`); the lines are the same.
    """

    text: str = ""
    edits: tuple[tuple[RankedEdit, ...], ...] = ()
    needed: str = ""


def rank_edits(
    data: bytes,
    name: str,
    others: frozenset[str],
    donors: tuple[str, ...],
    *,
    ways: tuple[tuple[Undoing, ...], ...],
    most: int,
) -> Ranked:
    """Return the edits of a file that are most like what undoes each of some mistakes.

    Only a process with limits may call this for a student's file.

    Args:
        data: the file.
        name: the exercise.
        others: the other exercises of the file, and code that students are given, which stay as they are.
        donors: the code of right programs.
        ways: for each mistake, the ways to undo it.
        most: edits for each mistake.
    """
    try:
        whole = ParsedText.of_bytes(data)
        text = needed_part(whole, name)
        program = _enumerated(text, name, others, donors)
    except UnreadableProgramError:
        return Ranked()
    functions = {node.name for node in ast.walk(text.tree) if isinstance(node, ast.FunctionDef)}
    clear = without_rivals(program.edits, functions - {name, *others})
    edits = [edit for edit in clear if edit.place.end_line - edit.place.line < LONGEST_PLACE]
    if not edits:
        return Ranked()
    right = edits_to_right_formulas(text, edits, name, donors)
    definitions = Definition.of(text.tree, name), Definition.of_donor(donors, name)
    ranking = tuple(tuple(chosen(ranked(text, edits, way, definitions, right), most)) for way in ways)
    return Ranked(whole.text, ranking, text.text)
