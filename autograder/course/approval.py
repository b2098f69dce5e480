"""Which courses may run: the checks of a course have the rights of the user, and anybody can hand in a `course.toml`.

A course that is named may run, and so may the one in the checkout of this package. One that was only found, because the
current folder is in it, may run after the user has approved its place once. Approved places are kept in a file of the
user's settings, one a line.
"""

import os
from pathlib import Path
from shlex import quote

from autograder.course.model import CourseError
from autograder.printable import printable
from autograder.results.files import write_text

CONFIG_HOME = "XDG_CONFIG_HOME"
CHECKOUT = Path(__file__).resolve().parents[2]


class UnapprovedCourseError(CourseError):
    """A course was found that nobody has approved; the message says how to approve it.

    Attributes:
        folder: the folder of the course.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        advice = f"if you trust it, say `autograder approve {quote(printable(str(folder)))}`, or name it with --course"
        super().__init__(
            f"{printable(str(folder))}: a course was found here, and its checks would run with your rights; {advice}"
        )


def approvals_file() -> Path:
    """Return the file with the approved places, which need not exist.

    Raises:
        CourseError: there is no home for settings.
    """
    try:
        home = os.environ.get(CONFIG_HOME) or Path.home() / ".config"
    except RuntimeError as error:
        raise CourseError(f"{CONFIG_HOME}: name a folder for settings, because there is no home folder") from error
    return Path(home) / "autograder" / "approved-courses"


def approved_courses() -> list[Path]:
    """Return the approved places, in the order of their approval."""
    path = approvals_file()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise CourseError(
            f"{path}: cannot be read ({error}); put it right, or name the course with --course"
        ) from error
    return [Path(line) for line in lines if line.strip()]


def may_run(folder: Path) -> bool:
    """Whether a course that was only found may run."""
    place = folder.resolve()
    return place == CHECKOUT or place in approved_courses()


def approve(folder: Path) -> None:
    """Approve a place, for every course that will ever be there.

    Raises:
        CourseError: its name cannot be a line of a file, or the file cannot be written.
    """
    place = folder.resolve()
    if not str(place).isprintable():
        raise CourseError(f"{str(place)!r}: has letters in its name that cannot be printed; rename the folder")
    places = approved_courses()
    if place not in places:
        _write([*places, place])


def revoke(folder: Path) -> bool:
    """Take back an approval; return whether there was one."""
    places, place = approved_courses(), folder.resolve()
    if place not in places:
        return False
    _write([other for other in places if other != place])
    return True


def _write(places: list[Path]) -> None:
    path = approvals_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, "".join(f"{place}\n" for place in places), durable=True)
    except OSError as error:
        raise CourseError(f"{path}: cannot be written ({error.strerror}); name the course with --course") from error
