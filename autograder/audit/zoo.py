"""The zoos: short files that each hold one definition, put over the solution when they are run."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Assignment, Course, CourseError, Exercise

ROOT = Path(__file__).parents[2]
SOLUTIONS = ROOT / "solutions"
KINDS = {"wrong": "tests/wrong", "style": "tests/styles", "violation": "tests/violations", "allowed": "tests/allowed"}
HEAD = re.compile(r"# (wrong|style|violation|allowed): (.+?)(?: \| family: (\w+))?(?: \| level: (core|robustness))?")


@dataclass(frozen=True)
class Specimen:
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
        return f"{self.path.parent.name}/{self.path.stem}"


def read_zoo(
    course: Course, assignments: Sequence[Assignment], only: str | None = None, root: Path = ROOT
) -> list[Specimen]:
    """All specimens of these assignments (of one exercise with `only`), in order of their names.

    Raises:
        CourseError: a file's name or first line does not say what it is.
    """
    found: list[Specimen] = []
    for kind, folder in KINDS.items():
        for assignment in assignments:
            paths = sorted((root / folder / assignment.id).glob("*.py"))
            found += [_read(course, kind, path) for path in paths if only in (None, path.stem.split("__")[0])]
    return found


def _read(course: Course, kind: str, path: Path) -> Specimen:
    text = path.read_text(encoding="utf-8")
    head = HEAD.fullmatch(text.split("\n", 1)[0].strip())
    if head is None or head[1] != kind or (kind == "wrong") != (head[4] is not None and head[3] is not None):
        raise CourseError(
            f"{path.name}: the first line must be '# {kind}: what it is' (wrong: … | family: … | level: core)"
        )
    exercise = course.exercise(path.parent.name, path.stem.split("__")[0])
    solution = (SOLUTIONS / exercise.assignment / exercise.file).read_text(encoding="utf-8")
    return Specimen(kind, path, exercise, head[2], head[3], head[4], f"{solution}\n\n{text}".encode())
