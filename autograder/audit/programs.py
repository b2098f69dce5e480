"""Wrong and right programs of each exercise: cells in `solutions/<part>/programs/<exercise>.py`."""

import ast
import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.audit.only_when_graded import ONLY_WHEN_GRADED, questions_when_graded
from autograder.course import Assignment, Course, CourseError, Exercise, load_course
from autograder.course.validation import check_choice, mistakes_in
from autograder.diagnosis.claims import names_true_of
from autograder.diagnosis.mistakes import MISTAKES_FILE, load_mistakes
from autograder.edits.patch import PatchError
from autograder.edits.program_cells import ProgramCell, RightPrograms, parse_cells

PROGRAMS = "programs"  # a folder of a part of the solutions
TOPIC = "__"  # in a name of a file: `MultiHeadAttention__mask.py` has more programs of `MultiHeadAttention`


@dataclass(frozen=True)
class Program:
    """A wrong, right, allowed or forbidden program.

    Attributes:
        kind: one of `autograder.edits.program_cells.KINDS`.
        cell_name: its name among the programs of its exercise.
        text: what it does, in words.
        code: its definition of the exercise, with its imports and helpers.
        source: the file that is graded: the solution, with `code` appended.
        family, level, mistake, also, public: of a wrong program, as in its cell.
        patched: the right code that it is a patch of; empty if it is a whole definition.
    """

    kind: str
    cell_name: str
    exercise: Exercise
    text: str
    code: str
    source: bytes
    family: str | None = None
    level: str | None = None
    mistake: str | None = None
    also: tuple[str, ...] = ()
    public: str = ""
    patched: str = ""

    @property
    def true_names(self) -> frozenset[str]:
        """The mistakes whose words are true of it, as its head and `mistakes.toml` say."""
        return names_true_of([self.mistake, *self.also]) if self.mistake else frozenset()

    @property
    def key(self) -> str:
        """`softmax__over_rows`: unique in its part."""
        return f"{self.exercise.name}__{self.cell_name}"

    @property
    def name(self) -> str:
        """`01_self_attention/softmax__over_rows`."""
        return f"{self.exercise.assignment}/{self.key}"


def read_programs(course: Course, assignments: Sequence[Assignment], only: str | None = None) -> list[Program]:
    """Return the programs of these assignments, in the order of their names.

    Args:
        course: what the exercises, families and mistakes belong to.
        assignments: whose programs to read.
        only: an exercise, or one program of it: `softmax`, `softmax:over_rows`.

    Raises:
        CourseError: a cell is not as it must be, or does not fit the solution; the sentence names file and cell.
    """
    return [item for assignment in assignments for item in _read_part(course, assignment, only)]


def kinds_when_graded(course: Course, assignment: Assignment) -> dict[Exercise, set[str]]:
    """Return what is asked of each exercise only when graded: the kinds that its cells name.

    Raises:
        CourseError: a cell is not as it must be.
    """
    cells = _read_cells(course, assignment, None)
    return {exercise: {cell.public for _, cell in own if cell.public} for exercise, own in cells.items()}


def right_definitions(course: Course, exercise: Exercise) -> tuple[str, ...]:
    """Return the code of all right programs of an exercise, that of the solution first.

    Raises:
        CourseError: a cell is not as it must be.
    """
    solution = course.solution_file(exercise).read_text(encoding="utf-8")
    programs = read_programs(course, [course.assignment(exercise.assignment)], exercise.name)
    return (solution, *(item.code for item in programs if item.kind in ("right", "allowed")))


def broken_cells(course: Course, assignments: Sequence[Assignment]) -> list[str]:
    """Return a sentence for each cell whose patch does not fit its right program any more."""
    return [
        f"{place}: {problem}"
        for assignment in assignments
        for exercise, cells in _read_cells(course, assignment, None).items()
        for place, problem in _misfits(course, exercise, cells)
    ]


Cells = list[tuple[Path, ProgramCell]]


def _read_part(course: Course, assignment: Assignment, only: str | None) -> Iterator[Program]:
    exercise_name, _, cell_name = (only or "").partition(":")
    read = _read_cells(course, assignment, exercise_name or None)
    kinds = questions_when_graded(course)
    for exercise in sorted(read, key=lambda item: item.name):
        right_programs = _right_programs(course, exercise, read[exercise])
        for path, cell in sorted(read[exercise], key=lambda item: item[1].name):
            if cell_name in ("", cell.name):
                with mistakes_in(_place(course, path, cell)):
                    program = _program(exercise, right_programs, cell, kinds)
                yield program


def _place(course: Course, path: Path, cell: ProgramCell) -> str:
    """Return what the sentence about a cell begins with."""
    return f"{path.relative_to(course.folder).as_posix()}, line {cell.line}: cell {cell.name}"


def _program(exercise: Exercise, right_programs: RightPrograms, cell: ProgramCell, kinds: Collection[str]) -> Program:
    if cell.mistake is not None and load_mistakes():
        for name in (cell.mistake, *cell.also):
            check_choice(name, f"mistake in {MISTAKES_FILE}", load_mistakes())
    if cell.public and kinds:
        check_choice(cell.public, f"kind in {ONLY_WHEN_GRADED}", kinds)
    code = right_programs.code(cell)
    source = f"{right_programs.solution}\n\n{code}".encode()
    labels = (cell.family, cell.level, cell.mistake, cell.also, cell.public)
    return Program(
        cell.kind, cell.name, exercise, cell.text, code, source, *labels, patched=right_programs.patched_by(cell)
    )


def _misfits(course: Course, exercise: Exercise, cells: Cells) -> Iterator[tuple[str, PatchError]]:
    right_programs = _right_programs(course, exercise, cells)
    for path, cell in cells:
        try:
            right_programs.code(cell)
        except PatchError as error:
            yield _place(course, path, cell), error


def _right_programs(course: Course, exercise: Exercise, cells: Cells) -> RightPrograms:
    solution = course.solution_file(exercise).read_text(encoding="utf-8")
    return RightPrograms(exercise.name, solution, [cell for _, cell in cells])


def _read_cells(course: Course, assignment: Assignment, only: str | None) -> dict[Exercise, Cells]:
    """Return the cells of each exercise, those of several files together."""
    read: dict[Exercise, Cells] = {}
    for path in sorted((course.solutions_folder / assignment.id / PROGRAMS).glob("*.py")):
        name = path.stem.split(TOPIC)[0]
        if only in (None, name):
            with mistakes_in(path.relative_to(course.folder).as_posix()):
                cells = read.setdefault(course.exercise(assignment.id, name), [])
                for cell in parse_cells(_text_of(path), course.families):
                    _check_unused(cell, cells)
                    cells.append((path, cell))
    return read


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CourseError("is no UTF-8 text") from error


def _check_unused(cell: ProgramCell, others: Cells) -> None:
    for path, other in others:
        if other.name == cell.name:
            raise CourseError(f"line {cell.line}: {path.name} has a cell {cell.name} in line {other.line} already")


def with_callers(exercise: Exercise, of_file: Sequence[Exercise]) -> list[Exercise]:
    """Return `exercise` and, in their order, the exercises of its file whose solution calls it, directly or not."""
    names = mentioned_names(exercise.assignment, exercise.file)
    reached = {exercise.name}
    while callers := {item.name for item in of_file if names.get(item.name, set()) & reached} - reached:
        reached |= callers
    return [item for item in of_file if item.name in reached]


def affected_names(programs: Sequence[Program], assignments: Sequence[Assignment]) -> set[str]:
    """Return the names of the exercises that some programs affect."""
    parts = {assignment.id: assignment for assignment in assignments}
    exercises = dict.fromkeys(program.exercise for program in programs)
    return {
        item.name
        for exercise in exercises
        for item in with_callers(exercise, parts[exercise.assignment].of_file(exercise.file))
    }


@functools.cache
def mentioned_names(assignment: str, file: str) -> Mapping[str, set[str]]:
    """Return the names that each top-level definition of a solution mentions."""
    tree = ast.parse((load_course().solutions_folder / assignment / file).read_text(encoding="utf-8"))
    definitions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return {
        node.name: {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)} - {node.name}
        for node in definitions
    }
