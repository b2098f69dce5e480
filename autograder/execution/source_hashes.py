"""Hashes of the sources that decide verdicts, reasons and pages.

Imports no torch: a run with nothing to grade ends at once.

A module's dependencies are itself, what it imports, and the data files beside these modules that they name. Imports are
found by a regular expression: parsing every file would take longer than a run with nothing to grade. A test compares
what it finds with the syntax tree of every file of the package.
"""

import copy
import functools
import json
import os
import platform
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from autograder import PLACES, __version__
from autograder.course.find import COURSE_FILE, course_folder
from autograder.course.model import MATERIAL, NO_DATA, SHARED
from autograder.intake.spool import files_hash
from autograder.results.model import GraderVersion

PACKAGE = Path(__file__).parents[1]
MISTAKES_FILE = "mistakes.toml"
WORDS = ("text", "texts", "why", "whys", "hint")  # of a named mistake: told of results, and looked up when they are
# The modules that judge, and the one that they start inside the sandbox by its path. They import everything else that
# decides a verdict, except for the code of the course.
GUEST = "autograder.sandbox.guest.fork_server"
GRADING = ("autograder.grading.submission", GUEST)
REASONS = ("autograder.execution.grader",)  # which also looks for lines
JUDGING = ("autograder.audit.judge", GUEST)  # the same for programs of the course, whose lines nobody looks for
DOOR = tuple({f"autograder.{place}": None for place in PLACES.values()})  # what checks import from `autograder`
EVERY = "*"  # in place of a part: all of them
COURSE_MODULES = ("course.py", f"{SHARED}/arguments.py")  # with what they import
COURSE_DATA = (f"{SHARED}/{MISTAKES_FILE}", f"{SHARED}/steps*.py", f"{SHARED}/edits/*.toml")
NO_CODE = ("__pycache__", "programs", "public")  # folders that no verdict depends on
PAGES = ("autograder.execution.publisher",)  # the module that writes pages and results
LIBRARIES = ("numpy", "hypothesis", "pytest")
IMPORT = re.compile(
    rb"""^[ \t]* (?:
        from [ \t]+ (?P<package>[.\w]+) [ \t]+ import [ \t]* (?P<names> \([^)]*\) | [^\r\n\#;]+ )
        | import [ \t]+ (?P<modules>[^\r\n\#;]+)
    )""",
    re.MULTILINE | re.VERBOSE,
)
MADE_FROM = re.compile(rb'"made_from": "\w*", ')  # of fingerprints: by it `sync` knows what to make again
COMMENT = re.compile(rb"#[^\r\n]*")
QUOTED = re.compile(rb"""["']([\w.-]+)["']""")
VERSION = re.compile(rb"""^__version__ = ".*"$""", re.MULTILINE)
ANY_VERSION = b'__version__ = "0.1.0"'  # the number of a release decides no verdict: all count as the first one


def local_grader() -> GraderVersion:
    """Return the versions of this grader; torch's without the name of its build."""
    return GraderVersion(__version__, verdict_hash(), version("torch").split("+")[0])


def verdict_hash(package: Path | None = None, course: Path | None = None) -> str:
    """Return the hash of every file that decides a verdict; by default of this package and this course."""
    return files_hash(verdict_files(package or PACKAGE, course or course_folder()))


def verdict_files(package: Path, course: Path) -> dict[str, bytes]:
    """Return the files of the package and the course that decide a verdict, with their relevant content, by path."""
    return _judging_files(_engine(package, course, GRADING), course, EVERY)


def reasons_hash(package: Path | None = None, course: Path | None = None) -> str:
    """Return the hash of every file that decides which lines are told, those that decide the verdict among them."""
    return files_hash(reasons_files(package or PACKAGE, course or course_folder()))


def reasons_files(package: Path, course: Path) -> dict[str, bytes]:
    """Return the files that decide verdicts and lines, by path."""
    return _judging_files(_engine(package, course, (*GRADING, *REASONS)), course, EVERY) | _right_styles(course)


@dataclass(frozen=True)
class PartHashes:
    """What decides about the submissions of one part; the others may change.

    Attributes:
        part: the id of the part.
        verdict: the hash of every file that decides a verdict.
        reasons: the hash of those that decide which lines are told.
        runtime: the hash of what the checks run with.
    """

    part: str
    verdict: str
    reasons: str
    runtime: str


def part_hashes(package: Path | None = None, course: Path | None = None) -> tuple[PartHashes, ...]:
    """Return the hashes of each part of a course; the modules of the engine are read once for all."""
    package, course = package or PACKAGE, course or course_folder()
    judging = _engine(package, course, GRADING)
    lines = judging.copy()
    lines.add(REASONS)
    engines = files_hash(judging.files), files_hash(lines.files | _right_styles(course))
    hashes = []
    for part in (item["id"] for item in tomllib.loads(_read_source(course / COURSE_FILE).decode())["assignment"]):
        files = _judging_files(judging, course, part)
        own = {name: files[name] for name in files.keys() - judging.files.keys()}
        verdict, reasons = (files_hash(own | {"engine": engine.encode()}) for engine in engines)
        hashes.append(PartHashes(part, verdict, reasons, runtime_hash(course, part)))
    return tuple(hashes)


def program_files(package: Path, course: Path, part: str) -> dict[str, bytes]:
    """Return the files that decide the verdicts on programs of one part, by path; its solutions are among them."""
    solutions = {path.relative_to(course).as_posix(): path for path in (course / "solutions" / part).glob("*.py")}
    read = {name: _read_source(path) for name, path in solutions.items()}
    return _judging_files(_engine(package, course, JUDGING), course, part) | read


def _engine(package: Path, course: Path, modules: Iterable[str]) -> "ImportClosure":
    """Return what some modules of the engine need, and the code of the course that all parts have."""
    solutions = course / "solutions"
    closure = ImportClosure(package, solutions)
    closure.add([*modules, *DOOR, *_modules(solutions, COURSE_MODULES)])
    return closure


def _modules(solutions: Path, patterns: Iterable[str]) -> list[str]:
    paths = [path.relative_to(solutions.parent) for pattern in patterns for path in solutions.glob(pattern)]
    return [".".join(path.with_suffix("").parts) for path in paths]


def _judging_files(engine: "ImportClosure", course: Path, part: str) -> dict[str, bytes]:
    """Return the files of the engine, and the checks and the data of a part, or of every part."""
    solutions = course / "solutions"
    closure = engine.copy()
    closure.add(_modules(solutions, [f"{part}/checks/test_*.py"]))
    patterns = (*COURSE_DATA, f"{part}/{MISTAKES_FILE}", f"{SHARED}/fingerprints/{part}.json")
    paths = [path for pattern in patterns for path in solutions.glob(pattern)]
    paths += [path for path in solutions.glob(f"{part}/{MATERIAL}/*") if path.is_file() and path.suffix not in NO_DATA]
    data = {path.relative_to(course).as_posix(): path for path in paths}
    read = {name: _read_data(path) for name, path in data.items()}
    return closure.files | read | {COURSE_FILE: _deciding_course(_read_source(course / COURSE_FILE), part)}


def _right_styles(course: Path) -> dict[str, bytes]:
    paths = (course / "solutions").glob(f"{SHARED}/right_styles/*.json")
    return {path.relative_to(course).as_posix(): _read_source(path) for path in paths}


def telling_hash(course: Path | None = None) -> str:
    """Return the hash of the words and prices in results, which decide no verdict: one with others is told anew."""
    course = course or course_folder()
    words = {path.relative_to(course).as_posix(): path for path in (course / "solutions").glob(f"*/{MISTAKES_FILE}")}
    read = {name: _read_source(path) for name, path in words.items()}
    return files_hash(read | {COURSE_FILE: _prices(_read_source(course / COURSE_FILE))})


def template_hash(package: Path | None = None, course: Path | None = None, modules: Iterable[str] = PAGES) -> str:
    """Return the hash of every file that decides what the pages of some modules look like, given the results."""
    closure = ImportClosure(package or PACKAGE)
    closure.add(modules)
    return files_hash(closure.files | {COURSE_FILE: _read_source((course or course_folder()) / COURSE_FILE)})


def runtime_hash(course: Path | None = None, part: str = EVERY) -> str:
    """Return the hash of what the checks run with: Python, the libraries, and the solutions they are recorded on.

    It is separate from `verdict_hash`, because a package for one assignment contains only the solution of that one.
    """
    solutions = (course or course_folder()) / "solutions"
    paths = [path for path in solutions.glob(f"{part}/*.py") if path.parent.name != SHARED]
    files = {path.relative_to(solutions).as_posix(): _read_source(path) for path in paths}
    return files_hash(files | _versions())


def program_hash(part: str) -> str:
    """Return the hash of everything but the program and the processor that decides a verdict on a program of a part."""
    return files_hash(program_files(PACKAGE, course_folder(), part) | _versions())


@functools.cache
def _versions() -> dict[str, bytes]:
    """Return an entry for Python and the libraries."""
    versions = [platform.python_version(), version("torch"), *(f"{name} {version(name)}" for name in LIBRARIES)]
    return {"versions": "\n".join(versions).encode()}


def _deciding_course(course: bytes, part: str) -> bytes:
    """Return the course data that decide a verdict: without titles and policies, and which mistakes have a price."""
    table = tomllib.loads(course.decode())
    for key in ("title", "total", "policies", "time_zone"):
        table.pop(key, None)
    table["assignment"] = [item for item in table["assignment"] if part in (EVERY, item["id"])]
    for assignment in table["assignment"]:
        assignment.pop("title", None)
    for exercise in _exercises(table):
        exercise.pop("points", None)
    table["rubric"] = {key: sorted(item) if isinstance(item, dict) else "" for key, item in _rubric(table).items()}
    return json.dumps(table, sort_keys=True).encode()


def _prices(course: bytes) -> bytes:
    """Return what exercises are worth, and what mistakes cost."""
    table = tomllib.loads(course.decode())
    return json.dumps([_exercises(table), _rubric(table)], sort_keys=True).encode()


def _exercises(course: dict[str, Any]) -> list[dict[str, Any]]:
    return [item for part in course["assignment"] for file in part["file"] for item in file["exercises"]]


def _rubric(course: dict[str, Any]) -> dict[str, Any]:
    rubric: dict[str, Any] = course.get("rubric", {})
    return rubric


def _read_data(path: Path) -> bytes:
    """Return what of a data file of the course decides a verdict."""
    content = _read_source(path)
    return _without_words(content) if path.name == MISTAKES_FILE else MADE_FROM.sub(b"", content, count=1)


@functools.cache
def _without_words(mistakes: bytes) -> bytes:
    """Return named mistakes without their words; which words there are stays, because it decides what is told."""
    try:
        tables = tomllib.loads(mistakes.decode())
    except ValueError:  # whoever loads it says so
        return mistakes
    for name in ("hints", "hints_in"):
        tables.pop(name, None)
    words = [(table, name) for table in tables.values() if isinstance(table, dict) for name in WORDS if name in table]
    for table, name in words:
        table[name] = sorted(table[name]) if isinstance(table[name], dict) else ""
    return json.dumps(tables, sort_keys=True).encode()


class ImportClosure:
    """The files that some modules need, of a package and of others that it imports.

    Attributes:
        files: the content of each file, filled by `add`. Paths are relative to the package; those of another package
            begin with its name.
    """

    def __init__(self, package: Path, *others: Path) -> None:
        self.files: dict[str, bytes] = {}
        self._names = {package: ""} | {other: f"{other.name}/" for other in others}
        self._modules: dict[str, Path] = {}  # by full name
        self._visited: set[str] = set()
        self._data: dict[Path, dict[str, list[Path]]] = {}  # by folder and name: a data file, or all those in a folder
        for folder in self._names:
            self._scan(folder, folder.name)

    def add(self, modules: Iterable[str]) -> None:
        """Add modules by their full names, with everything that they need.

        Raises:
            ModuleNotFoundError: one of them is not in the package.
        """
        pending = list(modules)
        if missing := [module for module in pending if module not in self._modules]:
            raise ModuleNotFoundError(f"{next(iter(self._names))}: has no module {missing[0]}")
        while pending:
            module = pending.pop()
            if module in self._visited or module not in self._modules:
                continue
            self._visited.add(module)
            path = self._modules[module]
            source = self._read(path)
            pending += imported_modules(source, module, is_package=path.name == "__init__.py")
            pending.append(module.rpartition(".")[0])
            self._add_data(path.parent, source)

    def copy(self) -> "ImportClosure":
        """Return another closure, which has what was added so far."""
        other = copy.copy(self)
        other.files, other._visited = dict(self.files), set(self._visited)  # noqa: SLF001 - of its own class
        return other

    def _scan(self, folder: Path, name: str) -> None:
        """Find all modules and data files of a package without reading any."""
        data = self._data.setdefault(folder, {})
        for entry in os.scandir(folder):
            path = Path(entry.path)
            if entry.name in NO_CODE:
                continue
            if entry.is_dir() and _is_package(path):
                self._scan(path, f"{name}.{entry.name}")
            elif entry.is_dir() and entry.name != "__pycache__":
                data[entry.name] = sorted(item for item in path.rglob("*") if item.is_file())
            elif path.suffix == ".py":
                self._modules[name if path.stem == "__init__" else f"{name}.{path.stem}"] = path
            elif entry.is_file():
                data[entry.name] = [path]

    def _read(self, path: Path) -> bytes:
        root, prefix = next(pair for pair in self._names.items() if path.is_relative_to(pair[0]))
        content = self.files[prefix + path.relative_to(root).as_posix()] = _read_source(path)
        return content

    def _add_data(self, folder: Path, source: bytes) -> None:
        """Add the data files beside a module that it names, and all files of the data folders that it names."""
        if data := self._data[folder]:
            for name in data.keys() & {text.decode() for text in QUOTED.findall(source)}:
                for path in data[name]:
                    self._read(path)


def _is_package(folder: Path) -> bool:
    """Whether a folder contains modules, directly or deeper; the folders of a course have no `__init__.py`."""
    return next(folder.rglob("*.py"), None) is not None


def _read_source(path: Path) -> bytes:
    """Return the content of a text file that decides, with Unix line ends on every system."""
    return VERSION.sub(ANY_VERSION, path.read_bytes().replace(b"\r\n", b"\n"))


def imported_modules(source: bytes, module: str, *, is_package: bool) -> set[str]:
    """Return the full names of all modules that `source` imports anywhere, and of names that may be modules."""
    names: set[str] = set()
    for statement in IMPORT.finditer(source):
        if statement["modules"] is not None:
            names |= {words[0] for words in _split_names(statement["modules"])}
            continue
        package = _absolute(statement["package"].decode(), module, is_package=is_package)
        names |= {package, *(f"{package}.{words[0]}" for words in _split_names(statement["names"]))}
    return names


def _split_names(text: bytes) -> Iterator[list[str]]:
    """Yield the words of each name in a list such as `(a, b as c)`."""
    plain = COMMENT.sub(b"", text).strip(b"()\\ \t\r\n").decode("utf-8", "replace")
    yield from (name.split() for name in plain.split(",") if name.strip())


def _absolute(package: str, module: str, *, is_package: bool) -> str:
    """Return the full name of an imported package, which may begin with dots."""
    name = package.lstrip(".")
    levels = len(package) - len(name)
    if not levels:
        return name
    parents = module.split(".") if is_package else module.split(".")[:-1]
    base = parents[: len(parents) - levels + 1]
    return ".".join([*base, name] if name else base)
