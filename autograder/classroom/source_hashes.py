"""Hashes of the sources that decide verdicts and pages. Imports no torch: a run with nothing to grade ends at once."""

import hashlib
import json
import platform
import tomllib
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from autograder import __version__
from autograder.classroom.import_closure import ImportClosure, read_source
from autograder.course.find import COURSE_FILE, course_folder
from autograder.results.model import Grader

PACKAGE = Path(__file__).parents[1]
# What grades a submission, and what it starts inside the sandbox by its path. Everything else that decides a verdict is
# imported by these, except for the code of the course, which is found by its place.
GRADING = ("autograder.classroom.desk", "autograder.sandbox.box.zygote")
COURSE_MODULES = ("course.py", "*/checks/test_*.py")  # and what they import
COURSE_DATA = ("shared/mistakes.toml",)
SHARED = "shared"  # the folder of what several parts use
PAGES = ("autograder.classroom.publish",)  # what writes pages and results
LIBRARIES = ("numpy", "hypothesis", "pytest")


def local_grader() -> Grader:
    """What grades here: version, hash of everything that decides a verdict, torch's version without its build."""
    return Grader(__version__, verdict_hash(), version("torch").split("+")[0])


def verdict_hash(package: Path | None = None, course: Path | None = None) -> str:
    """Hash of every file that decides a verdict."""
    return _hash(verdict_files(package or PACKAGE, course or course_folder()))


def verdict_files(package: Path, course: Path) -> dict[str, bytes]:
    """Every file of the package and the course that decides the verdict on given sources, and what counts of it."""
    solutions = course / "solutions"
    closure = ImportClosure(package, solutions)
    paths = [path.relative_to(course) for pattern in COURSE_MODULES for path in solutions.glob(pattern)]
    closure.add([*GRADING, *(".".join(path.with_suffix("").parts) for path in paths)])
    data = {f"solutions/{name}": read_source(solutions / name) for name in COURSE_DATA if (solutions / name).is_file()}
    return closure.files | data | {COURSE_FILE: _without_policies(read_source(course / COURSE_FILE))}


def template_hash(package: Path | None = None, course: Path | None = None) -> str:
    """Hash of every file that decides what a page looks like, given the results."""
    closure = ImportClosure(package or PACKAGE)
    closure.add(PAGES)
    return _hash(closure.files | {COURSE_FILE: read_source((course or course_folder()) / COURSE_FILE)})


def runtime_hash(course: Path | None = None) -> str:
    """Hash of what the checks run with: Python, the libraries, and the solutions that they are recorded on.

    Not a part of `verdict_hash`: a package for one assignment contains the solution of that one only.
    """
    versions = [platform.python_version(), version("torch"), *(f"{name} {version(name)}" for name in LIBRARIES)]
    solutions = (course or course_folder()) / "solutions"
    paths = [path for path in solutions.glob("*/*.py") if path.parent.name != SHARED]
    files = {path.relative_to(solutions).as_posix(): read_source(path) for path in paths}
    return _hash(files | {"versions": "\n".join(versions).encode()})


def _without_policies(course: bytes) -> bytes:
    """The course data without the rules that are applied after grading: no verdict depends on them."""
    table = tomllib.loads(course.decode())
    table.pop("policies", None)
    return json.dumps(table, sort_keys=True).encode()


def _hash(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{len(files[name])}\0".encode() + files[name])
    return digest.hexdigest()
