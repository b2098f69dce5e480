"""The interface between the engine and the code of a course in `solutions/`.

Course code runs with the grader's rights, in the process that knows the answers. It is imported as the package
`solutions`, from the folder of the course that this process grades.
"""

import functools
import importlib
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.course.find import course_folder
from autograder.course.model import CourseError, Exercise

PACKAGE = "solutions"
CODE = "course"  # the module that defines COURSE


@dataclass(frozen=True)
class CourseCode:
    """What a course offers besides its data, solutions and checks; defined as `COURSE` in `solutions/course.py`.

    Attributes:
        size_references: for exercises with `sizes` in course.toml, by name: the right number at such sizes.
        diagnosis_plan: what the diagnosis of an exercise asks (`autograder.diagnosis.model.DiagnosisPlan`), None for
            an exercise without. If it is left out, the core checks say it (`autograder.diagnosis.default_probes`).
        promises: for exercises that ask for an example, by name: returns the name of the mistake in one, or None.
        published: values that a handout may contain although hidden checks expect them: figures of the sources.
    """

    size_references: Mapping[str, Callable[..., float]] = field(default_factory=dict)
    diagnosis_plan: Callable[[Exercise], Any] | None = None
    promises: Mapping[str, Callable[[Any], str | None]] = field(default_factory=dict)
    published: Mapping[str, Any] = field(default_factory=dict)


@functools.cache
def course_code() -> CourseCode:
    """Return the code of the course that this process grades; an empty one where the course defines none.

    Raises:
        CourseError: `solutions/course.py` defines no COURSE of the right type.
    """
    if not (course_folder() / PACKAGE / f"{CODE}.py").is_file():
        return CourseCode()
    code = getattr(course_module(CODE), "COURSE", None)
    if not isinstance(code, CourseCode):
        raise CourseError(f"{PACKAGE}/{CODE}.py: defines no COURSE; write `COURSE = CourseCode(...)`")
    return code


def course_module(name: str, load: Callable[[str], ModuleType] | None = None) -> ModuleType:
    """Import a module of the course's code by its dotted name below `solutions`.

    Args:
        name: the dotted name.
        load: imports a module by its whole name; by default as Python does.

    Raises:
        CourseError: it cannot be imported, or this process has imported the code of another course.
    """
    folder = str(course_folder() / PACKAGE)
    package = sys.modules.get(PACKAGE)
    if package is None:
        package = ModuleType(PACKAGE, "The private half of the course.")
        package.__path__ = [folder]
        sys.modules[PACKAGE] = package
    elif set(package.__path__) != {folder}:  # a namespace package may list it twice
        raise CourseError(f"{folder}: this process has imported the code of the course in {package.__path__[0]}")
    try:
        return (load or importlib.import_module)(f"{PACKAGE}.{name}")
    except CourseError:
        raise
    except Exception as error:
        place = course_place(error) or f"{PACKAGE}/{name.replace('.', '/')}.py"
        raise CourseError(f"{place}: {type(error).__name__}: {error}") from error


def course_place(error: BaseException) -> str:
    """Return the last line of the course's own code that led to an error; empty if there is none."""
    if isinstance(error, SyntaxError) and error.filename and _is_of_course(error.filename):
        return f"{Path(error.filename).relative_to(course_folder())}, line {error.lineno}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_of_course(frame.filename)]
    return f"{Path(frames[-1].filename).relative_to(course_folder())}, line {frames[-1].lineno}" if frames else ""


def _is_of_course(file: str) -> bool:
    return Path(file).is_relative_to(course_folder() / PACKAGE)


def course_source(name: str) -> str:
    """Return the source of a module of the course's code, empty if the course has none of this name."""
    path = course_folder().joinpath(PACKAGE, *name.split(".")).with_suffix(".py")
    return path.read_text(encoding="utf-8") if path.is_file() else ""
