"""Which exercises to verify: those named, or those that differ from what git has committed."""

import ast
import subprocess
import tomllib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.audit.programs import PROGRAMS, TOPIC, with_callers
from autograder.authoring.cells import Source
from autograder.authoring.generated import PUBLIC
from autograder.course import Assignment, Course, Exercise
from autograder.course.find import COURSE_FILE
from autograder.course.model import MATERIAL, SHARED
from autograder.repair.scope import is_docstring

CHECKS = "checks"  # the folder of hidden checks in a part of the solutions


@dataclass(frozen=True)
class Selection:
    """Exercises, and how they were chosen, in words for the report."""

    exercises: tuple[Exercise, ...]
    why: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The ids of their parts."""
        return tuple(dict.fromkeys(exercise.assignment for exercise in self.exercises))

    def of_part(self, part: str) -> tuple[Exercise, ...]:
        """Return those of a part."""
        return tuple(exercise for exercise in self.exercises if exercise.assignment == part)


def named_selection(course: Course, part: str, exercise: str = "") -> Selection:
    """Return the exercises of a part, or one of them.

    Raises:
        CourseError: there is no such part or exercise.
    """
    own = course.assignment(part)
    if not exercise:
        return Selection(own.exercises, f"all of {own.id}")
    return Selection((course.exercise(own.id, exercise),), f"{own.id}.{exercise}")


def whole_selection(course: Course, why: str = "everything") -> Selection:
    """Return all exercises."""
    return Selection(tuple(exercise for part in course for exercise in part.exercises), why)


def changed_selection(course: Course) -> Selection:
    """Return the exercises that differ from the last commit; all of them without git."""
    changed = _changed_files(course.folder)
    if changed is None:
        return whole_selection(course, "everything, because the course has no commit in git")
    found = {exercise for path in changed for exercise in affected(course, path, _committed(course.folder, path))}
    in_order = [exercise for part in course for exercise in part.exercises if exercise in found]
    if len(in_order) == len(whole_selection(course).exercises):
        return Selection(tuple(in_order), "everything, because what has changed concerns every part")
    return Selection(tuple(in_order), "what differs from the last commit")


def affected(course: Course, path: str, before: str | None) -> Iterator[Exercise]:
    """Yield the exercises that a changed file may affect.

    Args:
        course: the course.
        path: of the file below the folder of the course.
        before: its text before the change; None if it is new.
    """
    folder, *rest = Path(path).parts
    if path == COURSE_FILE:
        yield from _with_other_entries(course, before)
    if folder != course.solutions_folder.name or len(rest) == 0:
        return
    part = next((item for item in course if item.id == rest[0]), None)
    if part is not None and len(rest) > 1:
        yield from _in_part(course, part, rest[1:], before)
    elif path.endswith(".py") and rest[0] in (SHARED, "course.py"):
        yield from whole_selection(course).exercises


def _in_part(course: Course, part: Assignment, rest: Sequence[str], before: str | None) -> Iterator[Exercise]:
    path = (course.solutions_folder / part.id).joinpath(*rest)
    after = path.read_text(encoding="utf-8") if path.is_file() else ""
    names = [exercise.name for exercise in part.exercises]
    if rest[0] == PROGRAMS:
        chosen: Collection[str] = {path.stem.split(TOPIC)[0]}
    elif rest[0] in (CHECKS, PUBLIC) and path.name.startswith("test_"):
        chosen = changed_names(before or "", after, names)
    elif rest[0] in (CHECKS, MATERIAL):
        chosen = names
    elif rest[0] in part.files:
        of_file = part.of_file(rest[0])
        changed = _changed_cells(before or "", after, [exercise.name for exercise in of_file])
        callers = [with_callers(exercise, of_file) for exercise in of_file if exercise.name in changed]
        chosen = {exercise.name for group in callers for exercise in group}
    else:
        chosen = ()
    yield from (exercise for exercise in part.exercises if exercise.name in chosen)


def changed_names(before: str, after: str, names: Sequence[str]) -> set[str]:
    """Return the exercises whose tests or checks differ between two texts of a file.

    A statement belongs to the exercises that it names in quotes, alone or before a dot, or asks for as attributes. If
    one that names none has changed, such as a helper, all exercises that the file names are affected.
    """
    try:
        old, new = _statements(before), _statements(after)
    except SyntaxError:
        return set(names)
    differing = [node for text, node in [*old.items(), *new.items()] if (text in old) != (text in new)]
    mentioned = [_mentioned(node, names) for node in differing]
    if all(mentioned):
        return set().union(*mentioned)
    return {name for node in [*old.values(), *new.values()] for name in _mentioned(node, names)}


def _statements(source: str) -> dict[str, ast.stmt]:
    return {ast.unparse(node): node for node in ast.parse(source).body if not is_docstring(node)}


def _mentioned(node: ast.stmt, names: Sequence[str]) -> set[str]:
    texts = {item.value for item in ast.walk(node) if isinstance(item, ast.Constant) and isinstance(item.value, str)}
    texts |= {item.attr for item in ast.walk(node) if isinstance(item, ast.Attribute)}
    return {name for name in names if any(text.split(".")[0] == name for text in texts)}


def _changed_cells(before: str, after: str, names: Sequence[str]) -> set[str]:
    """Return the exercises whose cells differ; all of them if code that belongs to none does."""
    old, new = _by_exercise(before), _by_exercise(after)
    if _code(old.get("", "")) != _code(new.get("", "")):
        return set(names)
    return {name for name in names if old.get(name) != new.get(name)}


def _by_exercise(text: str) -> dict[str, str]:
    """Return the cells of each exercise; what is in front of the first one is of none."""
    found: dict[str, list[str]] = {}
    name = ""
    for cell in Source("", "", text).cells:
        name = cell.exercise or name
        found.setdefault(name, []).append(cell.head + "\n" + "\n".join(cell.lines))
    return {exercise: "\n".join(cells).rstrip() for exercise, cells in found.items()}


def _code(text: str) -> str:
    try:
        return ast.unparse(ast.parse(text))
    except SyntaxError:
        return text


def _with_other_entries(course: Course, before: str | None) -> Iterator[Exercise]:
    """Yield the exercises whose entry in the course file has changed, or the rule that it names."""
    try:
        old = tomllib.loads(before or "")
    except tomllib.TOMLDecodeError:
        old = {}
    new = tomllib.loads((course.folder / COURSE_FILE).read_text(encoding="utf-8"))
    entries = _entries(old)
    rules = {name for name, table in new.get("rules", {}).items() if old.get("rules", {}).get(name) != table}
    for place, entry in _entries(new).items():
        if entries.get(place) != entry or entry.get("forbidden") in rules:
            yield course.exercise(*place)


def _entries(data: dict[str, object]) -> dict[tuple[str, str], dict[str, object]]:
    parts: list[dict[str, list[dict[str, list[dict[str, object]]]]]] = data.get("assignment", [])  # type: ignore[assignment]
    return {
        (str(part["id"]), str(entry["name"])): entry
        for part in parts
        for file in part["file"]
        for entry in file["exercises"]
    }


def _changed_files(folder: Path) -> list[str] | None:
    """Return the files below a folder that differ from the last commit; None if there is none."""
    tracked = _git(folder, "diff", "--relative", "--name-only", "--no-renames", "-z", "HEAD", "--", ".")
    new = _git(folder, "ls-files", "--others", "--exclude-standard", "-z", "--", ".")
    return None if tracked is None or new is None else [name for name in f"{tracked}{new}".split("\0") if name]


def _committed(folder: Path, path: str) -> str | None:
    """Return the text of a file in the last commit; None if it is not in it."""
    return _git(folder, "show", f"HEAD:./{path}")


def _git(folder: Path, *arguments: str) -> str | None:
    """Return what git prints; None if it is not installed, or fails."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - no shell, our own arguments
    except OSError:
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None
