"""Programs with one mistake or two: right programs with slots, and for each slot wrong ways to fill it.

Written from the outside, as a learner would: nothing here knows how a diagnosis is made.
"""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import nn

from autograder.course import Exercise, load_course
from benchmarks.faulty_layers import TEMPLATES, Fault, Template

Written = tuple[Exercise, str, str, frozenset[str]]
ALIKE = 1e-5  # below this two results are the same


def single_programs() -> Iterator[Written]:
    """Every fault alone, where it shows."""
    for template in TEMPLATES:
        right = _results(template, {})
        for fault in template.faults:
            if not _same(_results(template, fault.filling), right):
                yield _written(template, (fault,))


def double_programs() -> Iterator[Written]:
    """Every two faults of different slots, where both show."""
    for template in TEMPLATES:
        right = _results(template, {})
        alone = {fault: _results(template, fault.filling) for fault in template.faults}
        shown = [fault for fault in template.faults if not _same(alone[fault], right)]
        for one, other in itertools.combinations(shown, 2):
            if set(one.filling) & set(other.filling):
                continue
            both = _results(template, one.filling | other.filling)
            hidden = any(_same(both, item) for item in (right, alone[one], alone[other]))
            if not hidden and any(isinstance(item, torch.Tensor) for item in both):
                yield _written(template, (one, other))


def _written(template: Template, faults: tuple[Fault, ...]) -> Written:
    filling = {slot: text for fault in faults for slot, text in fault.filling.items()}
    exercise = load_course().exercise(template.assignment, template.exercise)
    name = " and ".join(fault.name for fault in faults)
    return exercise, name, template.code(filling), frozenset(fault.family for fault in faults)


def _results(template: Template, filling: Mapping[str, str]) -> list[Any]:
    """What the program returns in each of its cases, or the name of what it raises."""
    namespace: dict[str, Any] = {"torch": torch, "nn": nn, "Tensor": torch.Tensor}
    exec(template.code(filling), namespace)
    found = []
    for place, case in enumerate(template.examples):
        torch.manual_seed(place)
        try:
            found.append(case(namespace[template.exercise]))
        except (RuntimeError, IndexError, ValueError) as error:
            found.append(type(error).__name__)
    return found


def _same(one: list[Any], other: list[Any]) -> bool:
    return all(_alike(a, b) for a, b in zip(one, other, strict=True))


def _alike(a: Any, b: Any) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return all(map(_alike, a, b))
    if not isinstance(a, torch.Tensor) or not isinstance(b, torch.Tensor):
        return type(a) is type(b) and not isinstance(a, tuple) and bool(a == b)
    return a.shape == b.shape and torch.allclose(a, b, ALIKE, ALIKE, equal_nan=True)
