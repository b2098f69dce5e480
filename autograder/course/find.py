"""Finds the course: a folder with `course.toml`, named by AUTOGRADER_COURSE or found upward from the current folder."""

import os
from pathlib import Path

from autograder.course.approval import UnapprovedCourseError, may_run
from autograder.course.model import CourseError

COURSE_FILE = "course.toml"
VARIABLE = "AUTOGRADER_COURSE"


def course_folder() -> Path:
    """Return the folder of the course that this process grades.

    Raises:
        CourseError: the variable names a relative path or a folder without a course, or there is none here or above.
        UnapprovedCourseError: the one that was found may not run.
    """
    if named := os.environ.get(VARIABLE):
        if not Path(named).is_absolute():
            raise CourseError(
                f"{VARIABLE}: {named} is relative; write the whole path, or a hand-in's folder may be meant"
            )
        return _checked(Path(named), VARIABLE)
    found = discovered_course(Path.cwd())
    if not may_run(found):
        raise UnapprovedCourseError(found)
    return found


def use_course(folder: Path, option: str = "--course") -> None:
    """Make `folder` the course of this process and of every process that it starts.

    Args:
        folder: the folder of a course.
        option: where the folder was named, for the message.

    Raises:
        CourseError: there is no course in it.
    """
    os.environ[VARIABLE] = str(_checked(folder, option))


def discovered_course(start: Path) -> Path:
    """Return the nearest folder with a course, from `start` upward.

    Raises:
        CourseError: there is none.
    """
    for folder in (start, *start.parents):
        if (folder / COURSE_FILE).is_file():
            return folder
    raise CourseError(
        f"{start}: no {COURSE_FILE} here or in a folder above; name the folder of the course with --course"
    )


def _checked(folder: Path, source: str) -> Path:
    if not (folder / COURSE_FILE).is_file():
        raise CourseError(f"{source}: {folder} has no {COURSE_FILE}; name the folder of a course")
    return folder.resolve()
