"""What robustness checks and gradient checks of many exercises share: float widths, devices, side effects."""

from collections.abc import Callable, Iterable, Sequence

import torch
from torch import Tensor

from autograder.checks.answer import Answer
from autograder.checks.judge import (
    BFLOAT16,
    FLOAT32,
    FLOAT64,
    Tolerance,
    agree,
    agree_gradients,
    agree_tensor,
    hold,
)
from autograder.checks.student import Question


def agree_gradients_in_double(
    ask: Callable[[torch.dtype], Answer], inputs: Sequence[Tensor], parameters: dict[str, Tensor] | None = None
) -> None:
    """Gradients in float64, as exactly as the program computes; one that cannot compute in float64 is asked in float32.

    The width has a check of its own, so it does not decide here.
    """
    answer = ask(torch.float64)
    if answer.raised is not None:
        answer = ask(torch.float32)
    agree_gradients(answer, inputs, parameters or {}, own_tolerance(answer.value))


def own_tolerance(result: object) -> Tolerance:
    """The tolerance for what a program computes that returns `result`."""
    first = result[0] if isinstance(result, list | tuple) and result else result
    return FLOAT64 if isinstance(first, Tensor) and first.dtype is torch.float64 else FLOAT32


def agree_in_each_width(ask: Callable[[torch.dtype], Answer], expected: Callable[[torch.dtype], Tensor]) -> None:
    """Float64 and bfloat16 go in and come out; `expected` is computed from inputs rounded to that width."""
    for dtype, tolerance in ((torch.float64, FLOAT64), (torch.bfloat16, BFLOAT16)):
        agree(ask(dtype), expected(dtype), tolerance, dtype=dtype)


def agree_on_meta(answer: Answer, *shape: int) -> None:
    """An answer on the device `meta`, which has shapes and no values."""
    agree(answer, torch.empty(shape, device="meta"))


def agree_each(answer: Answer, expected: Sequence[Tensor], tolerance: Tolerance = FLOAT32) -> None:
    """What each of several calls on the same object returned."""
    for place, (got, wanted) in enumerate(zip(answer.values, expected, strict=True)):
        what = f"call {place + 1} of {len(expected)} on the same object"
        agree_tensor(got, wanted, tolerance, called=answer.called, what=what)


def leaves_alone(answer: Answer) -> None:
    """Inputs and the random generator are what they were."""
    hold(answer.untouched, f"{answer.called} changes its input")
    hold(answer.rng_untouched, f"{answer.called} draws random numbers or seeds the generator")


def holds_only(answer: Answer, names: Iterable[str]) -> None:
    """The state dict holds these names: all of them, and nothing else."""
    wanted = set(names)
    more, missing = [name for name in answer.state if name not in wanted], sorted(wanted - set(answer.state))
    hold(not missing, f"the state dict lacks {', '.join(missing)}")
    hold(not more, f"the state dict also holds {', '.join(more)}; a buffer stays out of it with persistent=False")


def draws_anew(question: Question, name: str) -> None:
    """A model that is built after another seed has other weights: construction seeds no generator."""
    first, second = (question.seeded(seed).reading().construct() for seed in (1, 2))
    one, other = first.weights.get(name), second.weights.get(name)
    hold(one is not None and other is not None, f"{first.called} has no parameter {name}")
    hold(
        one is None or other is None or not torch.equal(one, other),
        f"{first.called}: {name} ignores the seed before it",
    )
