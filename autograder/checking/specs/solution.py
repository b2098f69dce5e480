"""The solution of a part as a reference: its own definitions, computed in float64 in the process of the grader.

Only the course's own files are run here, never a submission.
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from autograder.checking.named_outputs import outputs_of
from autograder.course import CourseError, load_course
from autograder.sandbox.host.in_process import InProcess


def solution_result(
    assignment: str,
    name: str,
    leaves: Sequence[Tensor],
    *,
    weights: Sequence[str] = (),
    init: Sequence[Any] | None = None,
    arguments: Mapping[str, Any],
    outputs: Sequence[str] = (),
) -> Tensor | list[Tensor]:
    """Return what the solution of an exercise makes of some tensors.

    Args:
        assignment: the id of the part.
        name: of the exercise.
        leaves: the inputs, followed by the weights; all of them in float64.
        weights: the names of the weights; none for a function.
        init: what the class is constructed with; None for a function.
        arguments: what follows the inputs in a call.
        outputs: their names, if it returns several tensors.

    Raises:
        CourseError: the part has no such solution, or it returns no tensor.
    """
    target = solution_definition(assignment, name)
    inputs = leaves[: len(leaves) - len(weights)]
    with torch.random.fork_rng(devices=[]):  # constructing a layer draws its first weights
        if init is None:
            result = target(*inputs, *arguments.values())
        else:
            layer: nn.Module = target(*init).double()
            given = dict(zip(weights, leaves[len(inputs) :], strict=True))
            result = torch.func.functional_call(layer, given, (*inputs, *arguments.values()))
    if outputs:
        return list(outputs_of(result, outputs, name))
    if not isinstance(result, Tensor):
        raise CourseError(f"{assignment}.{name}: the solution returns no tensor; give a reference that does")
    return result


def solution_definition(assignment: str, name: str) -> Any:
    """Return the function or class that the solution of a part defines.

    Raises:
        CourseError: the part has no such exercise, or its solution does not define it.
    """
    return _solution_of(assignment, name).definition(name)


def _solution_of(assignment: str, name: str) -> InProcess:
    return _solution(assignment, load_course().exercise(assignment, name).file)


@functools.cache
def _solution(assignment: str, file: str) -> InProcess:
    return InProcess(load_course().solutions_folder / assignment, file)
