"""The zoos: short files that each hold one definition, put over the solution when they are run."""

import ast
import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Assignment, Course, CourseError, Exercise, load_course
from autograder.course.model import CHECK_LEVELS
from autograder.course.validation import check_choice

PROGRAMS = "programs"  # a folder of a part of the solutions, with a folder for each kind
KINDS = {
    "wrong": "wrong",
    "style": "styles",
    "violation": "violations",
    "allowed": "allowed",
    "listed": "listed",  # gets round the from-scratch rule; a person is told where to look
}
HEAD = re.compile(r"# (?P<kind>\w+): (?P<text>[^|]*[^| ])(?P<options>(?: *\| *\w+: *[^|]*)*)")
OPTION = re.compile(r"\| *(\w+): *([^|]*[^| ])")
FORMS = {kind: f"# {kind}: what it is" for kind in KINDS}
FORMS["wrong"] += " | family: … | level: core"


@dataclass(frozen=True)
class Program:
    """One program of a zoo."""

    kind: str
    path: Path
    exercise: Exercise
    text: str
    family: str | None
    level: str | None
    source: bytes

    @property
    def name(self) -> str:
        """`01_self_attention/softmax__over_rows`."""
        return f"{part_of(self.path)}/{self.path.stem}"


def read_programs(course: Course, assignments: Sequence[Assignment], only: str | None = None) -> list[Program]:
    """All programs of these assignments (of one exercise with `only`), in order of their names.

    Raises:
        CourseError: a file's name or first line does not say what it is.
    """
    found: list[Program] = []
    for kind, folder in KINDS.items():
        for assignment in assignments:
            paths = sorted((course.solutions_folder / assignment.id / PROGRAMS / folder).glob("*.py"))
            found += [_read(course, kind, path) for path in paths if only in (None, path.stem.split("__")[0])]
    return found


def part_of(path: Path) -> str:
    """Return the part that a program belongs to: `solutions/<part>/programs/<kind>/<program>.py`."""
    return path.parents[2].name


def _read(course: Course, kind: str, path: Path) -> Program:
    name = path.relative_to(course.folder).as_posix()
    try:
        source = path.read_bytes()
        text = source.decode()
        exercise = course.exercise(part_of(path), path.stem.split("__")[0])
        about, family, level = _head(course, kind, text.split("\n", 1)[0].strip())
    except UnicodeDecodeError as error:
        raise CourseError(f"{name}: is no UTF-8 text") from error
    except CourseError as error:
        raise CourseError(f"{name}: {error}") from error
    solution = (course.solutions_folder / exercise.assignment / exercise.file).read_text(encoding="utf-8")
    return Program(kind, path, exercise, about, family, level, f"{solution}\n\n{text}".encode())


def _head(course: Course, kind: str, line: str) -> tuple[str, str | None, str | None]:
    """What the first line says about a program: in words, and of a wrong one the family and the level."""
    head = HEAD.fullmatch(line)
    options = dict(OPTION.findall(head["options"])) if head else {}
    if head is None or head["kind"] != kind or options.keys() != ({"family", "level"} if kind == "wrong" else set()):
        raise CourseError(f"the first line must be '{FORMS[kind]}'")
    if kind != "wrong":
        return head["text"], None, None
    family = check_choice(options["family"], "family", course.families)
    return head["text"], family, check_choice(options["level"], "level", CHECK_LEVELS)


def affected(exercise: Exercise, of_file: Sequence[Exercise]) -> list[Exercise]:
    """`exercise` and, in their order, all exercises of its file whose solution calls it, directly or not."""
    names = mentions(exercise.assignment, exercise.file)
    reached = {exercise.name}
    while grown := {item.name for item in of_file if names.get(item.name, set()) & reached} - reached:
        reached |= grown
    return [item for item in of_file if item.name in reached]


@functools.cache
def mentions(assignment: str, file: str) -> dict[str, set[str]]:
    """The names that each top-level definition of a solution mentions."""
    tree = ast.parse((load_course().solutions_folder / assignment / file).read_text(encoding="utf-8"))
    definitions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return {
        node.name: {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)} - {node.name}
        for node in definitions
    }
