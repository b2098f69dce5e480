"""Where things lie in a course folder: as nbgrader's own settings say."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.intake.entries import IntakeError

CONFIG = "nbgrader_config.py"
SQLITE = "sqlite:///"


@dataclass(frozen=True)
class Folders:
    """A course folder through the eyes of nbgrader's CourseDirectory."""

    course: Path
    directory: Any

    @property
    def database(self) -> Path:
        """The gradebook.

        Raises:
            IntakeError: it is no file.
        """
        url = str(self.directory.db_url)
        if not url.startswith(SQLITE):
            kind = url.split(":", maxsplit=1)[0]
            raise IntakeError(f"{self.course / CONFIG}: the gradebook is in {kind}; only SQLite files are written")
        return Path(url.removeprefix(SQLITE))

    def submitted(self, student: str, assignment: str) -> Path:
        """What a student handed in."""
        return self._path(self.directory.submitted_directory, student, assignment)

    def autograded(self, student: str, assignment: str) -> Path:
        """What formgrader shows."""
        return self._path(self.directory.autograded_directory, student, assignment)

    def feedback(self, student: str, assignment: str) -> Path:
        """What is released to a student."""
        return self._path(self.directory.feedback_directory, student, assignment)

    def _path(self, step: str, student: str, assignment: str) -> Path:
        return Path(self.directory.format_path(step, student, assignment))

    def handed_in(self) -> Iterator[tuple[str, str]]:
        """Every (student, assignment) that a folder of submissions is there for, in order."""
        step = self.directory.submitted_directory
        named = self.directory.format_path(step, "(?P<student_id>[^/]+)", "(?P<assignment_id>[^/]+)", escape=True)
        places = self._path(step, "*", "*").relative_to(self.course)
        for path in sorted(self.course.glob(places.as_posix())):
            found = re.fullmatch(named, str(path))
            if found and path.is_dir() and not path.is_symlink() and not path.name.startswith("."):
                yield found["student_id"], found["assignment_id"]


def read_folders(course: Path) -> Folders:
    """Read the settings of a course folder, which are the instructor's own program.

    Raises:
        IntakeError: it is no course folder, or its settings do not work.
    """
    from nbgrader.coursedir import CourseDirectory  # noqa: PLC0415 - slow, and only where nbgrader is used
    from traitlets.config import Config  # noqa: PLC0415 - the same
    from traitlets.config.loader import PyFileConfigLoader  # noqa: PLC0415 - the same

    root = course.resolve()
    if not root.is_dir():
        raise IntakeError(f"{course}: not a folder; name the course folder of nbgrader")
    config = Config()
    if (root / CONFIG).is_file():
        try:
            config = PyFileConfigLoader(CONFIG, path=str(root)).load_config()
        except Exception as error:  # a program of the instructor's may raise anything
            raise IntakeError(f"{course / CONFIG}: does not work ({type(error).__name__}: {error})") from error
    return Folders(root, CourseDirectory(config=config, root=str(root)))
