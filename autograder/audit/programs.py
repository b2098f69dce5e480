"""The programs of a course: short files with one definition each, which replaces that of the solution."""

import ast
import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Assignment, Course, CourseError, Exercise, load_course
from autograder.course.model import CHECK_LEVELS
from autograder.course.validation import check_choice

PROGRAMS = "programs"  # a folder of each part of the solutions, with a folder for each kind
KINDS = {  # kind, which is the first word of a file: folder
    "wrong": "wrong",
    "style": "styles",
    "violation": "violations",
    "allowed": "allowed",
    "listed": "listed",  # evades the from-scratch rule; must be listed for a person to review
}
HEAD = re.compile(r"# (?P<kind>\w+): (?P<text>[^|]*[^| ])(?P<options>(?: *\| *\w+: *[^|]*)*)")
OPTION = re.compile(r"\| *(\w+): *([^|]*[^| ])")
FORMS = {kind: f"# {kind}: what it is" for kind in KINDS}
FORMS["wrong"] += " | family: … | level: core"


@dataclass(frozen=True)
class Program:
    """One wrong, right or forbidden program."""

    kind: str
    path: Path
    exercise: Exercise
    text: str
    family: str | None
    level: str | None
    source: bytes

    @property
    def name(self) -> str:
        """The part and the name of the file: `01_self_attention/softmax__over_rows`."""
        return f"{part_of(self.path)}/{self.path.stem}"


def read_programs(course: Course, assignments: Sequence[Assignment], only: str | None = None) -> list[Program]:
    """Return all programs of these assignments, or only those of one exercise, by kind, assignment and name.

    Raises:
        CourseError: the name or the first line of a file is wrong.
    """
    programs: list[Program] = []
    for kind, folder in KINDS.items():
        for assignment in assignments:
            paths = sorted((course.solutions_folder / assignment.id / PROGRAMS / folder).glob("*.py"))
            programs += [_read(course, kind, path) for path in paths if only in (None, path.stem.split("__")[0])]
    return programs


def part_of(path: Path) -> str:
    """Return the part that a program belongs to: `solutions/<part>/programs/<kind>/<program>.py`."""
    return path.parents[2].name


def _read(course: Course, kind: str, path: Path) -> Program:
    name = path.relative_to(course.folder).as_posix()
    try:
        source = path.read_bytes()
        text = source.decode()
        exercise = course.exercise(part_of(path), path.stem.split("__")[0])
        about, family, level = _parse_head(course, kind, text.split("\n", 1)[0].strip())
    except UnicodeDecodeError as error:
        raise CourseError(f"{name}: is no UTF-8 text") from error
    except CourseError as error:
        raise CourseError(f"{name}: {error}") from error
    solution = (course.solutions_folder / exercise.assignment / exercise.file).read_text(encoding="utf-8")
    return Program(kind, path, exercise, about, family, level, f"{solution}\n\n{text}".encode())


def _parse_head(course: Course, kind: str, line: str) -> tuple[str, str | None, str | None]:
    """Return the description in the first line of a program and, for a wrong one, the family and the level."""
    head = HEAD.fullmatch(line)
    options = dict(OPTION.findall(head["options"])) if head else {}
    if head is None or head["kind"] != kind or options.keys() != ({"family", "level"} if kind == "wrong" else set()):
        raise CourseError(f"the first line must be '{FORMS[kind]}'")
    if kind != "wrong":
        return head["text"], None, None
    family = check_choice(options["family"], "family", course.families)
    return head["text"], family, check_choice(options["level"], "level", CHECK_LEVELS)


def affected(exercise: Exercise, of_file: Sequence[Exercise]) -> list[Exercise]:
    """Return, in order, an exercise and all exercises of its file whose solutions call it, directly or not."""
    names = mentioned_names(exercise.assignment, exercise.file)
    reached = {exercise.name}
    while callers := {item.name for item in of_file if names.get(item.name, set()) & reached} - reached:
        reached |= callers
    return [item for item in of_file if item.name in reached]


@functools.cache
def mentioned_names(assignment: str, file: str) -> dict[str, set[str]]:
    """Return the names that each top-level definition of a solution mentions."""
    tree = ast.parse((load_course().solutions_folder / assignment / file).read_text(encoding="utf-8"))
    definitions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return {
        node.name: {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)} - {node.name}
        for node in definitions
    }
