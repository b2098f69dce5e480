"""Collects what must not be handed out: lines of solutions, statements of hidden checks, and their numbers."""

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from autograder.authoring.cells import read_solution
from autograder.authoring.generated import PUBLIC, kit_files
from autograder.authoring.source_rules import BEGIN, END
from autograder.course import Course, CourseError
from autograder.course.code import course_code

if TYPE_CHECKING:
    from autograder.execution.prewarm import RecordedChecks

MIN_LINE = 12  # characters of a solution's line without white space; shorter ones (`steps = 0`) are in many programs
RETURNS_NAME = re.compile(r"return\w+")  # `return result` without white space, which is in many programs too
IMPORTS = re.compile(r"import\w|from[\w.]+import")  # without white space
MIN_STATEMENT = 24  # characters of a check's statement; public tests contain the same shorter ones
MARKS = ("BEGINSOLUTION", "ENDSOLUTION", "BEGINHIDDENTESTS", "ENDHIDDENTESTS")
SECRET_FILES = ("*/checks/*.py", "shared/*.py", "shared/reference/*.py")  # in the solutions: checks and references
USES_REFERENCES = re.compile(r"^from solutions\.shared\.reference", re.MULTILINE)  # in a helper of several checks
RUN_LENGTH = 3  # a single number may be chance; three in a row are a copy
DIGITS = 4  # decimals, as many as are printed
NUMBER = re.compile(r"[-+]?\d+\.\d+(?:[eE][-+]?\d+)?")

BLOCKS = (ast.FunctionDef, ast.ClassDef, ast.If, ast.For, ast.While, ast.With, ast.Try)

NumberRun = tuple[float, ...]


@dataclass(frozen=True)
class Forbidden:
    """Texts without white space, each with a description; and numbers that only a hidden check expects."""

    texts: dict[str, str] = field(default_factory=dict)
    numbers: frozenset[NumberRun] = frozenset()


def forbidden_in(course: Course, recorded: "RecordedChecks | None" = None) -> Forbidden:
    """Return lines of the solutions, statements and names of the hidden checks, and numbers that they expect.

    Args:
        course: the course.
        recorded: the checks whose numbers count; by default all, recorded or as a run has kept them.
    """
    return Forbidden(forbidden_texts(course), expected_numbers(course, recorded))


def forbidden_texts(course: Course) -> dict[str, str]:
    """Return lines of the solutions, statements and names of the hidden checks; imports no code of the course.

    Raises:
        CourseError: a file of checks is no Python.
    """
    texts = dict.fromkeys(MARKS, "a mark of a solution or a hidden test")
    solutions = course.solutions_folder
    for file in sorted(path for pattern in SECRET_FILES for path in solutions.glob(pattern)):
        texts |= dict(_texts_of_checks(file, solutions))
    return texts | solution_lines(course)


def solution_lines(course: Course) -> dict[str, str]:
    """Return each line between the marks of a solution that is nowhere in what students get."""
    public: set[str] = set()
    private: dict[str, str] = {}
    for source in [read_solution(course.solutions_folder / item.id, file) for item in course for file in item.files]:
        inside, description = False, ""
        for cell in source.cells:
            description = f"the solution of {cell.exercise}" if cell.exercise else description
            for line in [] if cell.markdown else code_lines("\n".join(cell.lines)):
                if line.raw in (BEGIN, END):
                    inside = line.raw == BEGIN
                elif not inside:
                    public.add(line.text)
                elif not _says_little(line.text):
                    private.setdefault(line.text, description)
    kit = "\n".join(squeeze(path.read_text(encoding="utf-8")) for path in kit_files().values())
    return {text: description for text, description in private.items() if text not in public and text not in kit}


def _says_little(text: str) -> bool:
    """Whether a line of a solution, without white space, gives nothing away: short, an import, the head of a block."""
    if len(text) < MIN_LINE or text.endswith(":"):
        return True
    return RETURNS_NAME.fullmatch(text) is not None or IMPORTS.match(text) is not None


def _texts_of_checks(file: Path, solutions: Path) -> Iterator[tuple[str, str]]:
    """Yield the place and name of a file of hidden checks or references, and its statements unless it is a helper."""
    folder = file.relative_to(solutions.parent).parent.as_posix()
    what = f"the hidden checks ({folder}/{file.name})"
    yield folder, f"the place of {what}"
    yield folder.replace("/", "."), f"the place of {what}"
    if file.name.startswith("test_") and not (file.parents[1] / PUBLIC / file.name).is_file():
        yield file.stem, f"the name of {what}"
    source = file.read_text(encoding="utf-8")
    if file.name.startswith("test_") or file.parent.name == "reference" or USES_REFERENCES.search(source):
        try:
            statements = squeezed_statements(source)
        except SyntaxError as error:
            raise CourseError(f"{folder}/{file.name}, line {error.lineno}: {error.msg}") from error
        for text in statements:
            if len(text) >= MIN_STATEMENT:
                yield text, what


@dataclass(frozen=True)
class Line:
    """A line of code."""

    raw: str  # without indentation
    text: str  # without comment and white space


def squeeze(text: str) -> str:
    """Return a text without white space."""
    return re.sub(r"\s+", "", text)


def code_lines(source: str) -> list[Line]:
    """Return every line of a piece of Python."""
    comments = {
        token.start[0]: token.start[1]
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    return [
        Line(line.strip(), squeeze(line[: comments.get(number)])) for number, line in enumerate(source.split("\n"), 1)
    ]


@functools.cache
def squeezed_statements(source: str) -> tuple[str, ...]:
    """Return the squeezed statements in the functions of a module: those in blocks one by one, no docstrings."""
    return tuple(_statements(source))


def _statements(source: str) -> Iterator[str]:
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.stmt) and not isinstance(node, BLOCKS) and not _is_text(node):
                yield squeeze("\n".join(line.text for line in code_lines(ast.get_source_segment(source, node) or "")))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def expected_numbers(course: Course, recorded: "RecordedChecks | None" = None) -> frozenset[NumberRun]:
    """Return every run of numbers in the calls of the hidden checks and in what the solutions return for them.

    Numbers that the texts of the course contain are left out.
    """
    from autograder.execution.cache_key import local_environment  # noqa: PLC0415 - for a run of all checks
    from autograder.execution.prewarm import record_checks  # noqa: PLC0415 - the same
    from autograder.execution.recording_cache import RecordingCache  # noqa: PLC0415 - the same
    from autograder.sandbox.host.in_process import InProcess  # noqa: PLC0415 - the same
    from autograder.sandbox.host.isolation import Level  # noqa: PLC0415 - the same

    if recorded is None:
        recorded = record_checks(
            course, cache=RecordingCache(local_environment(Level.BWRAP).checks_hash)
        )  # at every level
    runs: set[NumberRun] = set()
    for (name, exercise), checks in recorded.items():
        solution = InProcess(course.solutions_folder / name, course.exercise(name, exercise).file)
        for request in [request for check in checks for example in check.examples for request in example.requests]:
            runs |= _runs_in([request, solution.ask([request])])
    return frozenset(runs - _runs_in(dict(course_code().published)))


def number_runs(text: str) -> Iterator[tuple[int, NumberRun]]:
    """Yield (position, run) for each run of consecutive numbers in a text."""
    found = list(NUMBER.finditer(text))
    for place, run in _runs_of(torch.tensor([float(item.group()) for item in found], dtype=torch.float64)):
        yield found[place].start(), run


def _runs_in(value: Any) -> set[NumberRun]:
    return {run for row in _rows(value) for _, run in _runs_of(row)}


def _runs_of(row: Tensor) -> Iterator[tuple[int, NumberRun]]:
    """Yield (index of the first, run) for each run in a row that can only be a copy.

    Its numbers differ, and none is round: each has a third or a fourth decimal.
    """
    if len(row) < RUN_LENGTH:
        return
    runs = (row * 10**DIGITS).round().unfold(0, RUN_LENGTH, 1)
    differ = [runs[:, first] != runs[:, second] for first, second in combinations(range(RUN_LENGTH), 2)]
    chosen = torch.stack([*differ, (runs % 100 != 0).all(1), runs.isfinite().all(1)]).all(0)
    values = (runs[chosen] / 10**DIGITS).tolist()
    yield from zip(chosen.nonzero().flatten().tolist(), map(tuple, values), strict=True)


def _rows(value: Any) -> Iterator[Tensor]:
    """Yield the numbers of each tensor and each list in a value, however deeply nested."""
    if isinstance(value, Tensor):
        if value.is_floating_point():
            yield value.detach().double().flatten()
    elif isinstance(value, dict):
        yield from _rows([item for key, item in value.items() if not str(key).startswith("__")])
    elif isinstance(value, list | tuple):
        yield torch.tensor([item for item in value if isinstance(item, float)], dtype=torch.float64)
        yield from chain.from_iterable(_rows(item) for item in value)
