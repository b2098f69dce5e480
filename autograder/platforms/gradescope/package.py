"""Makes the zip for the platform: its scripts, requirements, this package, checks and solutions.

Solutions are needed because the checks are recorded on them. On the platform only root can read them.
"""

import importlib.metadata
from collections.abc import Iterator
from pathlib import Path
from string import Template

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from autograder.course import Assignment, Course
from autograder.course.find import COURSE_FILE
from autograder.platforms.gradescope.platform import SETTINGS_FILE, GradescopeSettings
from autograder.platforms.handout.contents import FileContents
from autograder.platforms.handout.writer import zip_bytes

PACKAGE = Path(__file__).parents[2]
TEMPLATES = Path(__file__).with_name("templates")
SCRIPTS = ("setup.sh", "run_autograder")
SUFFIXES = (".py", ".toml", ".json", ".txt", ".sh")
# in the solutions: the checks of all parts, so that their hash is the same as on the instructor's machine
CHECKS = ("shared/**/*", "*/mistakes.toml")
PYTHON = "3.11"  # the oldest version that the grader supports; the platform's base image has it as a package
REQUIREMENTS = ("torch", "numpy", "pytest", "hypothesis", "msgspec", "nbformat", "ipython", "tzdata")


def package_files(
    settings: GradescopeSettings, course: Course, assignments: tuple[Assignment, ...], index: str = ""
) -> FileContents:
    """Return everything that is unpacked to the platform's folder `source`.

    Args:
        settings: the content of settings.json.
        course: the course.
        assignments: those that are graded; only their solutions are included.
        index: the address of a further package index for pip.
    """
    texts = {name: (TEMPLATES / name).read_text(encoding="utf-8") for name in SCRIPTS}
    texts["setup.sh"] = Template(texts["setup.sh"]).substitute(python=PYTHON)
    lines = [f"--extra-index-url {index}"] if index else []
    texts["requirements.txt"] = "\n".join([*lines, *pinned_requirements()]) + "\n"
    texts[SETTINGS_FILE] = settings.to_text()
    files = {name: text.encode() for name, text in texts.items()}
    return dict(sorted({**files, **_package_sources(), **_course_files(course, assignments)}.items()))


def package_zip(files: FileContents) -> bytes:
    """Return the zip, without a top folder and with executable scripts."""
    return zip_bytes(files, programs=SCRIPTS)


def _package_sources() -> FileContents:
    """Return the files of this package, without bytecode."""
    paths = [path for path in PACKAGE.rglob("*") if path.is_file() and _is_needed(path)]
    return {path.relative_to(PACKAGE.parent).as_posix(): path.read_bytes() for path in paths}


def _is_needed(path: Path) -> bool:
    return path.suffix in SUFFIXES or path.name in SCRIPTS or path.parent.name == "templates"


def _course_files(course: Course, assignments: tuple[Assignment, ...]) -> FileContents:
    """Return all checks, the solutions of what is graded, and its stubs, which identify an untouched file."""
    files = [(assignment.id, file) for assignment in assignments for file in assignment.files]
    solutions = course.solutions_folder
    paths = [course.folder / COURSE_FILE, *solutions.glob("*.py")]
    paths += [path for pattern in CHECKS for path in solutions.glob(pattern) if path.suffix in SUFFIXES]
    paths += [path for path in solutions.glob("*/checks/**/*") if path.is_file() and path.suffix != ".pyc"]
    paths += [path for _, file in files for path in course.data_beside(file).values()]
    paths += [course.folder / place / folder / file for folder, file in files for place in ("solutions", "assignments")]
    return {path.relative_to(course.folder).as_posix(): path.read_bytes() for path in paths}


def pinned_requirements() -> list[str]:
    """Return one line per distribution needed on the platform, directly or not, in the versions installed here.

    Raises:
        ModuleNotFoundError: something needed is not installed here.
    """
    versions: dict[str, str] = {}
    pending = list(REQUIREMENTS)
    while pending:
        name = canonicalize_name(pending.pop())
        if name in versions:
            continue
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError as error:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name) from error
        versions[name] = distribution.version.split("+")[0]  # `+cpu` depends on the index
        pending += _dependencies(distribution)
    return [f"{name}=={version}" for name, version in sorted(versions.items())]


def _dependencies(distribution: importlib.metadata.Distribution) -> Iterator[str]:
    """Yield the requirements of a distribution on this kind of machine, without extras."""
    for text in distribution.requires or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement.name
