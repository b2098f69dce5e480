"""A class as folders: `<student>/<assignment>/<file>.py`."""

import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.course import Assignment, Course
from autograder.intake.submission import Submission
from autograder.intake.text import repair

MAX_FILE = 1 << 20


class IntakeError(ValueError):
    """What was named cannot be graded at all; one sentence that says what to do."""


@dataclass(frozen=True)
class Intake:
    """What would be graded, and what was left aside and why."""

    submissions: tuple[Submission, ...]
    left_aside: tuple[str, ...]


def read_class(folder: Path, course: Course, wanted: tuple[Assignment, ...]) -> Intake:
    """Read all submissions below `folder`; with `wanted` empty, of every assignment that anybody handed in.

    Raises:
        IntakeError: `folder` is no folder, or holds no folder of a student.
    """
    if not folder.is_dir():
        raise IntakeError(f"{folder}: not a folder; name the folder that holds one folder per student")
    entries = sorted(item for item in folder.iterdir() if not item.name.startswith("."))
    students = [item for item in entries if item.is_dir() and not item.is_symlink()]
    if not students:
        raise IntakeError(
            f"{folder}: holds no folder of a student; expected {folder.name}/<student>/<assignment>/<file>.py"
        )
    aside = [f"{item.name}: not a folder of a student, left aside" for item in entries if item not in students]
    assignments = wanted or tuple(item for item in course if any(_assignment_folder(s, item) for s in students))
    strange = [name for student in students for name in _strange(student, course)]
    found = tuple(read_submission(student, item) for student in students for item in assignments)
    return Intake(found, tuple(aside + strange))


def _strange(student: Path, course: Course) -> Iterator[str]:
    known = {folder for assignment in course if (folder := _assignment_folder(student, assignment))}
    for item in sorted(student.iterdir()):
        if item not in known and not item.name.startswith((".", "__")):
            yield f"{student.name}/{item.name}: no assignment of the course is called so, left aside"


def _assignment_folder(student: Path, assignment: Assignment) -> Path | None:
    """The folder of an assignment, also under a name that differs in case, separators or the topic."""
    exact = student / assignment.id
    if exact.is_dir() and not exact.is_symlink():
        return exact
    number = assignment.id.split("_", 1)[0]
    for item in sorted(student.iterdir()):
        plain = re.sub(r"[^a-z0-9]+", "_", item.name.lower()).strip("_")
        if item.is_dir() and not item.is_symlink() and (plain == assignment.id or plain in (number, str(int(number)))):
            return item
    return None


def read_submission(student: Path, assignment: Assignment) -> Submission:
    """The contract's files of one assignment of one student; anything else in the folder is ignored."""
    folder = _assignment_folder(student, assignment)
    if folder is None:
        return Submission(student.name, assignment.id, {})
    sources: dict[str, bytes] = {}
    missing: dict[str, str] = {}
    notes: list[str] = (
        [] if folder.name == assignment.id else [f"the folder {folder.name} was taken for {assignment.id}"]
    )
    for name in assignment.files:
        path, renamed = _find(folder, name)
        problem = _problem(path)
        if problem:
            missing[name] = f"{path.name}: {problem}"
            continue
        sources[name], repairs = repair(path.read_bytes())
        notes += [f"{path.name} was taken for {name}"] if renamed else []
        notes += [f"{name}: {text}" for text in repairs]
    return Submission(student.name, assignment.id, sources, tuple(notes), missing)


def _find(folder: Path, name: str) -> tuple[Path, bool]:
    """The file of this name, or the last one that a browser or an LMS has renamed: `Causal.py`, `causal (2).py`."""
    if (folder / name).exists() or (folder / name).is_symlink():
        return folder / name, False
    stem = name.removesuffix(".py")
    pattern = re.compile(
        rf"(.*[_\W])?{re.escape(stem)}([ _-]*(\(\d+\)|\d+|copy|final|solution|v\d+))*(\.py)+(\.txt)?", re.IGNORECASE
    )
    near = sorted(item for item in folder.iterdir() if pattern.fullmatch(item.name))
    return (near[-1], True) if near else (folder / name, False)


def _problem(path: Path) -> str | None:
    """Why a path cannot be taken as a file of a submission."""
    try:
        info = path.lstat()
    except FileNotFoundError:
        return "was not handed in"
    if stat.S_ISLNK(info.st_mode):
        return "is a link, which is not followed; hand in the file itself"
    if stat.S_ISDIR(info.st_mode):
        return "is a folder; hand in a file of this name"
    if not stat.S_ISREG(info.st_mode):
        return "is no ordinary file; hand in a file of this name"
    if info.st_size > MAX_FILE:
        return f"has {info.st_size >> 20} MB, more than the {MAX_FILE >> 20} MB that a submission may have"
    try:
        path.open("rb").close()
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return None
