"""Makes a course of tests that there are: `autograder import`.

Each test that can be a check becomes one, and is run on the solution; what cannot, or fails there, goes to a list with
the reason.
"""

import ast
import contextlib
import io
import json
import shutil
import sys
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from inspect import cleandoc
from multiprocessing import get_context
from pathlib import Path

from autograder.authoring.generated import PUBLIC
from autograder.authoring.import_tests import (
    FIXTURES,
    TestFile,
    Unit,
    body_of,
    first_line,
    is_installed,
    last_line,
    parsed,
    without_classes,
)
from autograder.authoring.scaffold.model import ScaffoldError, check_new_course, check_part_id
from autograder.authoring.scaffold.new_texts import course_files, write_together
from autograder.authoring.source_rules import BEGIN, END
from autograder.checking.failures import CheckFailedError
from autograder.checking.judged import one_line
from autograder.checking.recording import record_check
from autograder.checking.registry import checks_of
from autograder.course import CourseError
from autograder.course.code import PACKAGE
from autograder.course.find import use_course
from autograder.course.load import forget_courses
from autograder.course.model import LIBRARIES
from autograder.sandbox.guest.loading import LoadedSubmission
from autograder.sandbox.host.in_process import InProcess
from autograder.sandbox.host.student_text import unmarked

LIST = "IMPORTED.md"
NO_DATA = (".py", ".pyc", ".ipynb")  # the files beside tests that these do not read


@dataclass(frozen=True)
class Found:
    """What a source has.

    Attributes:
        source: the folder, or the notebook.
        file: the name of the file that students hand in.
        solution: its text.
        tests: the texts of tests, fixtures and helpers, by the name of their file.
        folder: the folder of the tests, whose other files they may read.
        texts: what students read of an exercise, by its name.
        left_out: what the source has besides: why it is no check, by its name.
        public: the tests of a notebook as students see them.
    """

    source: Path
    file: str
    solution: str
    tests: Mapping[str, str]
    folder: Path
    texts: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    public: str = ""


@dataclass(frozen=True)
class Imported:
    """What became of the tests.

    Attributes:
        taken: the ids of the checks, by the file and the name of the test.
        left_out: why the others must be rewritten, in the same way.
    """

    taken: Mapping[str, str]
    left_out: Mapping[str, str]


def read_folder(folder: Path, solution: Path | None = None) -> Found:
    """Read a folder of pytest files, and the module that they import.

    Args:
        folder: the folder.
        solution: the file of the module; by default `adapters.py` in the folder, else the one that is found.

    Raises:
        ScaffoldError: there are no tests in it, or the module is not found.
    """
    paths = sorted(folder.glob("*.py"))
    texts = {path.name: _read(path) for path in paths if path.name != "__init__.py"}
    tests = {name: without_classes(text, name) if _is_test_file(name) else text for name, text in texts.items()}
    if not any(_is_test_file(name) for name in tests):
        raise ScaffoldError(f"{folder}: has no file test_….py; name the folder that has the tests")
    if solution is None:
        solution = folder / "adapters.py" if "adapters.py" in tests else _imported_file(folder, tests)
    if not solution.is_file():
        raise ScaffoldError(f"{solution}: is no file; name the module that the tests import with --solution")
    tests.pop(solution.name, None)
    return Found(folder, solution.name, _read(solution), tests, folder)


def _is_of_pytest(name: str) -> bool:
    return _is_test_file(name) or name in ("conftest.py", "__init__.py")


def _is_test_file(name: str) -> bool:
    return name.startswith("test_") or name.endswith("_test.py")


def _imported_file(folder: Path, tests: Mapping[str, str]) -> Path:
    """Return the only module beside or above the tests that they import."""
    places = [root / below for root in (folder, folder.parent) for below in ("", "src")]
    found = set()
    for name, text in tests.items():
        for node in ast.walk(parsed(text, name)):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                modules = [node.module, *(f"{node.module}.{module}" for module in modules)]
            files = [place / f"{module.replace('.', '/')}.py" for module in modules for place in places]
            found |= {path.resolve() for path in files if path.is_file() and not _is_of_pytest(path.name)}
    if len(found) != 1:
        names = ", ".join(sorted(path.name for path in found)) or "no module of this folder or the one above"
        raise ScaffoldError(f"{folder}: the tests import {names}; name the file that students hand in with --solution")
    return found.pop()


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ScaffoldError(f"{path}: cannot be read ({error})") from error


def definitions(text: str, file: str) -> dict[str, ast.FunctionDef | ast.ClassDef]:
    """Return the functions, and the classes with methods, at the top of a module: what an exercise can be."""
    found = {}
    for node in parsed(text, file).body:
        methods = [item for item in getattr(node, "body", []) if isinstance(item, ast.FunctionDef)]
        if isinstance(node, ast.FunctionDef) or (isinstance(node, ast.ClassDef) and methods):
            found[node.name] = node
    return found


def solution_cells(found: Found, exercises: Collection[str], title: str) -> str:
    """Return the file of cells of a part: texts, and the solution between marks."""
    lines = found.solution.split("\n")
    cells = [f"# %% [markdown]\n# # 01 · {title}\n#\n# Imported tests check this file.\n"]
    start, pending = 0, ""
    for node in parsed(found.solution, found.file).body:
        end = last_line(node, lines)
        text = "\n".join(lines[start:end]).strip("\n")
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in exercises:
            marked = _marked(lines[start:end], node, start)
            about = found.texts.get(node.name) or cleandoc(ast.get_docstring(node) or "").split("\n\n")[0]
            words = "".join(f"# {line}".rstrip() + "\n" for line in (about or f"Write `{node.name}`.").split("\n"))
            if BEGIN not in pending:
                cells.append(f"# %%\n{pending}\n" if pending else "")
                pending = ""
            head = f"# %% [markdown]\n# ## `{node.name}`\n# *difficulty: ●●○ · about 10 minutes*\n#\n{words}"
            cells.append(f"{head}\n\n# %%\n{pending}{marked}\n")
            pending = ""
        else:
            pending = f"{pending}\n\n{text}".lstrip("\n")
        start = end
    cells.append(f"# %%\n{pending}\n" if pending else "")
    return "\n".join(filter(None, cells)).rstrip("\n") + "\n"


def _marked(lines: Sequence[str], node: ast.FunctionDef | ast.ClassDef, before: int) -> str:
    """Return a definition with marks around what students write, if it has none of its own."""
    if any("BEGIN SOLUTION" in line for line in lines):
        marks = {"BEGIN SOLUTION": BEGIN, "END SOLUTION": END}
        own = [
            next((line[: len(line) - len(line.lstrip())] + to for mark, to in marks.items() if mark in line), line)
            for line in lines
        ]
        return "\n".join(own).strip("\n")
    functions = (
        [node]
        if isinstance(node, ast.FunctionDef)
        else [item for item in node.body if isinstance(item, ast.FunctionDef)]
    )
    new = list(lines)
    for function in reversed(functions):
        body = body_of(function) or function.body
        first, indent = first_line(body[0]) - before - 1, " " * body[0].col_offset
        if function.lineno == body[0].lineno:  # `def f(x): return x`
            indent = " " * (function.col_offset + 4)
            line = new[first].encode()
            at = body[0].col_offset
            new[first : first + 1] = [line[:at].decode().rstrip(), indent + line[at:].decode()]
            first += 1
        last = first + (function.end_lineno or 0) - first_line(body[0])
        new[first : last + 1] = [f"{indent}{BEGIN}", *new[first : last + 1], f"{indent}{END}"]
    return "\n".join(new).strip("\n")


class _NewCourse:
    """A course of one part that is being made."""

    def __init__(self, found: Found, folder: Path, title: str) -> None:
        self.found, self._folder, self._title = found, folder, title
        stem = Path(found.file).stem
        self.part, self._known = f"01_{stem}", list(definitions(found.solution, found.file))
        check_part_id(self.part)
        texts = {name.removesuffix(".py"): text for name, text in found.tests.items()}
        paths = _data_paths(found.folder)
        files = {
            other: TestFile(other, text, module=stem, exercises=self._known, stems=list(texts), paths=paths)
            for other, text in texts.items()
        }
        for file in files.values():
            file.others = files
        self._public = TestFile(stem, found.public, module=stem, exercises=self._known, stems=(), paths={})
        self._files = {_check_file(stem): file for stem, file in files.items()}
        self.tests = [
            unit
            for name, file in self._files.items()
            if name.startswith("test_")
            for unit in file.units
            if unit.is_test
        ]

    def exercise(self, unit: Unit) -> str:
        """Return the exercise of a test: the last one that it asks itself, else through its helpers."""
        asked = [name for name in self._known if name in unit.asks]
        return (asked or [name for name in self._known if name in unit.reached])[-1]

    def check_id(self, unit: Unit) -> str:
        """Return the id of the check that a test becomes."""
        exercise = self.exercise(unit)
        return f"{exercise}.{unit.name.removeprefix('test_').removeprefix(f'{exercise}_')}"

    def write(self, taken: Sequence[Unit], left_out: Mapping[Unit, str]) -> None:
        """Write all files of the course, with the tests that become checks."""
        solutions = self._folder / "solutions" / self.part
        points: dict[str, float] = {}
        for unit in taken:
            points[self.exercise(unit)] = round(points.get(self.exercise(unit), 0) + unit.points, 2)
        exercises = {name: points[name] for name in self._known if name in points}
        entries = "".join(f'\n    {{ name = "{name}", points = {worth:g} }},' for name, worth in exercises.items())
        libraries = sorted({*LIBRARIES, *_libraries(self.found)})
        words = {
            "part": self.part,
            "number": self.part[:2],
            "file": self.found.file,
            "points": f"{round(sum(exercises.values()), 2):g}",
            "entries": f"{entries}\n",
            "libraries": f"\nlibraries = {json.dumps(libraries)}" if len(libraries) > len(LIBRARIES) else "",
        }
        texts = course_files(self._folder, self._title, self._title, words)
        texts[solutions / self.found.file] = solution_cells(self.found, exercises, self._title)
        marks = {unit: self.exercise(unit) for unit in taken}
        for name, file in self._files.items():
            texts[solutions / "checks" / f"{name}.py"] = file.changed(left_out, marks)
        by_name = {unit.name: marks[unit] for unit in taken}
        shown = {unit: by_name[unit.name] for unit in self._public.units if unit.name in by_name and not unit.reason}
        if shown:
            others = dict.fromkeys(set(self._public.units) - shown.keys(), "")
            texts[solutions / PUBLIC / f"test_{self.found.file}"] = self._public.changed(others, shown)
        texts[self._folder / LIST] = _listed(self, taken, left_out)
        write_together(texts)
        for source in _data_files(self.found.folder):
            copy = solutions / "checks" / source.relative_to(self.found.folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)

    def failures(self, taken: Sequence[Unit]) -> dict[Unit, str]:
        """Run the checks on the solution, in a process of their own; return why tests cannot be checks.

        Raises:
            ScaffoldError: the solution cannot be loaded.
            CourseError: a check file cannot be loaded for a reason that no test has.
        """
        with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
            try:
                failed = pool.submit(_failing, self._folder, self.part, self.found.file).result()
            except CourseError as error:
                failed = {
                    self.check_id(unit): f"cannot be loaded ({error})" for unit in taken if unit.file.stem in str(error)
                }
                if not failed:
                    raise
        return {unit: failed[self.check_id(unit)] for unit in taken if self.check_id(unit) in failed}


def _failing(course: Path, part: str, file: str) -> dict[str, str]:
    """Return why checks fail on the solution, by their ids."""
    use_course(course)
    forget_courses()
    checks_of.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]  # of another course
    folder = course / "solutions" / part
    with contextlib.redirect_stdout(io.StringIO()):
        checks = [check for group in checks_of(part).values() for check in group]
        loaded = LoadedSubmission({file: (folder / file).read_bytes()}, definitions_only=False)
        loaded.load(file)
        if failure := loaded.failures.get(file):
            raise ScaffoldError(f"{file}: cannot be loaded ({failure['type']}: {failure['text']})")
        solution, failed = InProcess(folder, file), {}
        for check in checks:
            try:
                record_check(check, solution)
            except CheckFailedError as error:
                why = getattr(error, "slip", "") or error.explanation or unmarked(error.message)
                failed[check.info.id] = f"fails on the solution ({one_line(why)})"
    return failed


def import_course(found: Found, folder: Path, title: str) -> Imported:
    """Make a course of one part; every check in it passes on the solution.

    Raises:
        ScaffoldError: the folder is not empty, or no test can be a check.
    """
    check_new_course(folder)
    new, is_new = _NewCourse(found, folder, title), not folder.exists()
    for name in sorted(_libraries(found)):
        if not is_installed(name):
            raise ScaffoldError(
                f"{found.file}: imports {name}, which is not installed here; install it, or leave it out"
            )
    left_out = {unit: unit.reason for unit in new.tests if unit.reason}
    named: dict[str, Unit] = {}
    for unit in (item for item in new.tests if item not in left_out):
        if named.setdefault(new.check_id(unit), unit) is not unit:
            left_out[unit] = "has the name of another test of the same exercise"
    failed: dict[Unit, str] = {}
    try:
        while True:
            left_out |= failed
            taken = [unit for unit in new.tests if unit not in left_out]
            if not taken:
                reasons = [f"{_test(unit)} {why}" for unit, why in left_out.items()]
                raise ScaffoldError("\n".join([*reasons, f"{found.source}: none of its tests can be a check"]))
            new.write(taken, left_out)
            if not (failed := new.failures(taken)):
                break
    except BaseException:
        if is_new:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    whys = {**found.left_out, **{_test(unit): why for unit, why in left_out.items()}}
    return Imported({_test(unit): new.check_id(unit) for unit in taken}, whys)


def _test(unit: Unit) -> str:
    return f"{unit.file.stem}.py: {unit.name}"


def _check_file(stem: str) -> str:
    """Return the name of the file of checks that a file becomes."""
    return FIXTURES if stem == "conftest" else f"test_{stem[:-5]}" if stem.endswith("_test") else stem


def _listed(new: _NewCourse, taken: Sequence[Unit], left_out: Mapping[Unit, str]) -> str:
    """Return the list of what was taken and what was not."""
    others = new.found.left_out
    count = len(taken) + len(left_out) + len(others)
    lines = [f"# Imported: {len(taken)} of {count} tests", ""]
    lines += [f"- `{_test(unit)}` is the check `{new.check_id(unit)}`" for unit in taken]
    lines += ["", "## To be rewritten", ""] if left_out or others else []
    lines += [f"- `{name}` {why}" for name, why in others.items()]
    for unit, why in left_out.items():
        lines += [f"### `{_test(unit)}`", "", f"It {why}.", "", "```python", unit.file.source(unit), "```", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _libraries(found: Found) -> set[str]:
    """Return the modules that the solution imports and Python does not have."""
    nodes = list(ast.walk(parsed(found.solution, found.file)))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names


def _data_files(folder: Path) -> list[Path]:
    """Return the files beside tests that they may read."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in NO_DATA]
    return [path for path in paths if not any(part.startswith(".") for part in path.relative_to(folder).parts)]


def _data_paths(folder: Path) -> dict[str, tuple[str, str]]:
    """Return what a test may call a file beside it: the name beside the tests, and the rest of the path."""
    files = [path.relative_to(folder) for path in _data_files(folder)]
    found = {}
    for path in [*files, *(parent for file in files for parent in file.parents if parent.parts)]:
        named = (path.parts[0], "/".join(path.parts[1:]))
        found[path.as_posix()] = found[f"{folder.resolve().name}/{path.as_posix()}"] = named
    return found
