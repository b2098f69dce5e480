"""Judgements on a program against its own values, so that one slip in what it computes takes none of them along.

Nothing here knows a right value. A verdict carries no numbers: what is expected would be the program's own mistake.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checks.answer import Answer
from autograder.checks.judge import as_tensor, hold
from autograder.checks.judge_numbers import as_number, as_sequence
from autograder.checks.robust import agree_on_meta, leaves_alone
from autograder.checks.sizes import TILES, tiling
from autograder.checks.student import Question, Student
from autograder.checks.tolerances import BFLOAT16, FLOAT32, Tolerance
from autograder.checks.wording import describe_dtype, describe_one_call

TINY = 1.04e-5  # its square is far below what float32 resolves; no multiple of the spacing of float32 near 1
COPIED = 1e-9  # nothing is rounded where numbers are only sorted
ROUNDED = 1e-6  # as FLOAT64: a softmax in float32 is no mistake, a result that was rounded to float32 is one
SHARE = Tolerance(0.0, 1e-9)
UNLIKE_NEW = "gives something else than a new object does"
UNLIKE_TRAINING = "gives something else in evaluation mode than in training mode"
UNLIKE_CONTIGUOUS = "gives something else where its input has another layout in memory"
UNLIKE_FLOAT32 = "gives other values than in float32"
UNLIKE_SHORT = "gives something else than for the same tokens in a short text"

Ask = Callable[[torch.dtype, float], Answer]


def difference(got: Tensor, own: Tensor, tolerance: Tolerance = FLOAT32) -> str:
    """How two tensors of one program differ, in words; empty where they agree. NaN agrees with NaN."""
    if got.shape != own.shape:
        return f"shape {tuple(got.shape)} instead of {tuple(own.shape)}"
    if "meta" in (got.device.type, own.device.type):
        return "" if got.device.type == own.device.type else f"{got.device.type} instead of {own.device.type}"
    a, b = (value.detach().to(torch.float64) for value in (got, own))
    distance = (a - b).abs().masked_fill((a == b) | (a.isnan() & b.isnan()), 0.0)
    far = ~(distance <= tolerance.absolute + tolerance.relative * b.abs().nan_to_num(0.0, 0.0, 0.0))
    return f"{int(far.sum())} of {far.numel()} values, by up to {distance.max().item():.3g}" if far.any() else ""


def agree_with_own(answer: Answer, own: Answer, unlike: str, tolerance: Tolerance = FLOAT32) -> None:
    """Both answers are the same tensor; `unlike` says what it means where they are not."""
    found = difference(as_tensor(answer.value, answer.called), as_tensor(own.value, own.called), tolerance)
    hold(not found, f"{answer.called} {unlike}: {found}")


def nothing_kept(question: Question, inputs: Sequence[tuple[Tensor, ...]], reweighed: Question) -> None:
    """Calls on one object agree with calls on new ones, for other values, lengths and weights, and in either mode.

    The first two of `inputs` have the same shape; `reweighed` is the same layer with other weights.
    """
    together = question.calls(*inputs)
    _agree_one_by_one(together, [question.call(*given) for given in inputs])
    first, second = (as_tensor(value, together.called) for value in together.values[:2])
    hold(difference(first, second), f"{together.called} gives the same for other numbers of the same shape")
    again = question.reweighed(inputs[0], reweighed.recipe["weights"])
    found = difference(as_tensor(again.value, again.called), as_tensor(reweighed.call(*inputs[0]).value, again.called))
    hold(not found, f"{again.called} {UNLIKE_NEW} after its weights have changed: {found}")
    agree_with_own(question.eval().call(*inputs[0]), question.train().call(*inputs[0]), UNLIKE_TRAINING)


def _agree_one_by_one(together: Answer, alone: Sequence[Answer]) -> None:
    for place, (value, own) in enumerate(zip(together.values, alone, strict=True)):
        called = describe_one_call(together.recipe, place)
        found = difference(as_tensor(value, called), as_tensor(own.value, own.called))
        hold(not found, f"{called} {UNLIKE_NEW}: {found}")


def follows_width(ask: Ask, rounded: float = ROUNDED) -> None:
    """Float64 and bfloat16 go in and come out, with the values of float32; float64 loses no digits on the way.

    `ask` gets the dtype and a number that it adds to one entry of the input. Inputs and weights must be numbers that
    bfloat16 can hold (`coarse`). Second differences are smaller than `rounded` where nothing was rounded on the way.
    """
    own = ask(torch.float32, 0.0)
    for dtype, tolerance in ((torch.float64, FLOAT32), (torch.bfloat16, BFLOAT16)):
        answer = ask(dtype, 0.0)
        got = as_tensor(answer.value, answer.called)
        text = f"{answer.called} has dtype {describe_dtype(got.dtype)}, expected {describe_dtype(dtype)}"
        hold(got.dtype is dtype, text, "wrong dtype")
        hold(not answer.changed, f"{answer.called} changes {', '.join(answer.changed)}")
        agree_with_own(answer, own, UNLIKE_FLOAT32, tolerance)
    low, middle, high = (ask(torch.float64, step * TINY) for step in (0.3, 1.3, 2.3))
    a, b, c = (as_tensor(answer.value, answer.called).detach() for answer in (low, middle, high))
    bend = (a - 2 * b + c).nan_to_num(0.0, 0.0, 0.0).abs().max().item()
    hold(bend < rounded, f"{middle.called} is computed in less than float64 on the way", "wrong dtype")


def coarse(value: Tensor) -> Tensor:
    """The nearest numbers that every float width holds."""
    return value.to(torch.bfloat16).to(value.dtype)


def shifted(value: Tensor, dtype: torch.dtype, step: float) -> Tensor:
    """`value` in this width with `step` added to its first entry."""
    moved = value.to(dtype).clone()
    moved.view(-1)[0] += step
    return moved


def in_any_layout(answer: Answer, contiguous: Answer) -> None:
    """The same as for the same numbers in a row, and without side effects."""
    agree_with_own(answer, contiguous, UNLIKE_CONTIGUOUS)
    leaves_alone(answer)


def follows_device(on_meta: Answer, own: Answer) -> None:
    """The device `meta` goes in and comes out, with the shape that the program gives elsewhere."""
    agree_on_meta(on_meta, *as_tensor(own.value, own.called).shape)


def alike_by_name(named: Answer, placed: Answer) -> None:
    """A layer gives the same tensor, whether its arguments are given by name or by place."""
    agree_with_own(named, placed, f"gives something else than {placed.called}")


def by_name(student: Student, function: str, **arguments: Any) -> None:
    """A function gives the same tensor, number or numbers, whether its arguments are given by name or by place."""
    question = student.definition(function)
    named, placed = question.call(**arguments), question.call(*arguments.values())
    same_answer(named, placed, f"gives something else than {placed.called}")


def same_answer(answer: Answer, own: Answer, unlike: str) -> None:
    """Both are the same tensor, number or list of these."""
    found = _unlike(answer.value, own.value, answer.called)
    hold(not found, f"{answer.called} {unlike}: {found}")


def _unlike(got: Any, own: Any, called: str) -> str:
    if isinstance(own, list | tuple):
        items = as_sequence(got, called)
        if len(items) != len(own):
            return f"{len(items)} items instead of {len(own)}"
        return next((text for pair in zip(items, own, strict=True) if (text := _unlike(*pair, called))), "")
    if isinstance(own, Tensor) and own.dim():
        return difference(as_tensor(got, called), own)
    a, b = as_number(got, called), as_number(own, called)
    return "" if a == b or abs(a - b) <= SHARE.relative * abs(b) else "another number"


def repeats(answer: Answer, own: Answer, dim: int) -> None:
    """With `MOST_TOKENS` tokens, each that `tiling` repeats has the result that it has in the short text."""
    got, short = as_tensor(answer.value, answer.called), as_tensor(own.value, own.called)
    fits = got.dim() == short.dim() > dim and short.shape[dim] == TILES
    text = f"{answer.called} has shape {tuple(got.shape)}, where {own.called} has {tuple(short.shape)}"
    hold(fits, text, "wrong shape")
    found = difference(got, short.index_select(dim, tiling()))
    hold(not found, f"{answer.called} {UNLIKE_SHORT}: {found}")
