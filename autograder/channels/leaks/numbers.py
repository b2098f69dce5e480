"""Numbers that hidden checks put in and expect, as runs of three: one number is chance, three in a row are a copy."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from torch import Tensor

from autograder.course import Course
from autograder.course.code import course_code

RUN = 3
DIGITS = 4  # behind the point; what is printed has as many
NUMBER = re.compile(r"[-+]?\d+\.\d+(?:[eE][-+]?\d+)?")

Run = tuple[float, ...]


def expected_numbers(course: Course, solutions: Path) -> frozenset[Run]:
    """Every run in what the hidden checks ask of the solutions and get; without the figures that the sources print."""
    from autograder.execution.prewarm import record_checks  # noqa: PLC0415 - a run of all checks, not needed to search
    from autograder.sandbox.host.in_process import InProcess  # noqa: PLC0415 - the same

    found: set[Run] = set()
    for (name, exercise), rehearsed in record_checks(course).items():
        solution = InProcess(solutions / name, course.exercise(name, exercise).file)
        for recipe in [recipe for check in rehearsed for case in check.cases for recipe in case.recipes]:
            found |= _runs_in([recipe, solution.ask([recipe])])
    return frozenset(found - _runs_in(dict(course_code().published)))


def runs(text: str) -> Iterator[tuple[int, Run]]:
    """Every run that is written in `text`, with where it begins; the columns of a matrix too would be too many."""
    written = list(NUMBER.finditer(text))
    for group in zip(*(written[start:] for start in range(RUN)), strict=False):
        run = tuple(round(float(item.group()), DIGITS) for item in group)
        if _tells(run):
            yield group[0].start(), run


def _runs_in(value: Any) -> set[Run]:
    return {run for row in _rows(value) for run in _groups(row) if _tells(run)}


def _groups(row: list[float]) -> Iterable[Run]:
    rounded = [round(number, DIGITS) for number in row]
    return zip(*(rounded[start:] for start in range(RUN)), strict=False)


def _tells(run: Run) -> bool:
    """Whether a run can be nothing but a copy: different numbers, none of them a round one."""
    return len(set(run)) == RUN and all(round(number * 100, 2) % 1 for number in run)


def _rows(value: Any) -> Iterator[list[float]]:
    """The numbers of each tensor and each list in `value`, however deep."""
    if isinstance(value, Tensor):
        if value.device.type != "meta" and value.is_floating_point():
            yield value.detach().double().flatten().tolist()
    elif isinstance(value, dict):
        yield from _rows([item for key, item in value.items() if not str(key).startswith("__")])
    elif isinstance(value, list | tuple):
        yield [float(item) for item in value if isinstance(item, float)]
        yield from chain.from_iterable(_rows(item) for item in value)
