"""The files of the zip: scripts of the platform, requirements, the package with its checks, the solutions.

The checks are rehearsed on the solutions, so these go along. On the platform only root can read them.
"""

from pathlib import Path
from string import Template

from autograder.channels.gradescope.requirements import pinned
from autograder.channels.gradescope.settings import FILE, Settings
from autograder.channels.handout.contents import Contents
from autograder.channels.handout.place import zipped
from autograder.course import Assignment, Course
from autograder.course.find import COURSE_FILE

PACKAGE = Path(__file__).parents[2]
TEMPLATES = Path(__file__).with_name("templates")
SCRIPTS = ("setup.sh", "run_autograder")
KINDS = (".py", ".toml", ".json", ".txt", ".sh")
CODE = (
    "shared/**/*",
    "*/checks/*",
)  # of the solutions: all checks, so that the package has the version it is made from
PYTHON = "3.11"  # the oldest that the grader runs with: the platform's base has it as a package


def package(settings: Settings, course: Course, assignments: tuple[Assignment, ...], index: str = "") -> Contents:
    """Everything that is unpacked to the platform's folder `source`."""
    files = {name: (TEMPLATES / name).read_text(encoding="utf-8") for name in SCRIPTS}
    files["setup.sh"] = Template(files["setup.sh"]).substitute(python=PYTHON)
    lines = [f"--extra-index-url {index}"] if index else []
    files["requirements.txt"] = "\n".join([*lines, *pinned()]) + "\n"
    files[FILE] = settings.to_text()
    made = {name: text.encode() for name, text in files.items()}
    return dict(sorted({**made, **_package(), **_course(course, assignments)}.items()))


def archive(files: Contents) -> bytes:
    """The zip: no folder on top, scripts that can be run."""
    return zipped(files, programs=SCRIPTS)


def _package() -> Contents:
    """The package as it stands here, without what Python has compiled and what only pages need."""
    found = [path for path in PACKAGE.rglob("*") if path.is_file() and _travels(path)]
    return {path.relative_to(PACKAGE.parent).as_posix(): path.read_bytes() for path in found}


def _travels(path: Path) -> bool:
    return path.suffix in KINDS or path.name in SCRIPTS or path.parent.name == "templates"


def _course(course: Course, assignments: tuple[Assignment, ...]) -> Contents:
    """Of what is graded, the solutions, and the stubs by which a file that was not touched is known."""
    files = [(assignment.id, file) for assignment in assignments for file in assignment.files]
    solutions = course.solutions_folder
    paths = [course.folder / COURSE_FILE, *solutions.glob("*.py")]
    paths += [path for place in CODE for path in solutions.glob(place) if path.suffix in KINDS]
    paths += [course.folder / place / folder / file for folder, file in files for place in ("solutions", "assignments")]
    return {path.relative_to(course.folder).as_posix(): path.read_bytes() for path in paths}
