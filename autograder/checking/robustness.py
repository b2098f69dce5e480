"""Judgements that need no right value: purity, dtype, device, and agreement of a program with its own values."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import (
    BFLOAT16,
    FLOAT32,
    FLOAT64,
    Tolerance,
    as_number,
    as_pair,
    as_sequence,
    as_tensor,
    assert_close,
    assert_gradients,
    assert_tensor,
    require,
)
from autograder.checking.describe import describe_dtype, describe_one_call
from autograder.checking.failures import CheckFailedError
from autograder.checking.samples import TILES, tiling
from autograder.checking.student import Question, Student
from autograder.sandbox.host.student_text import listed


def in_float64(ask: Callable[[torch.dtype], Answer]) -> Answer:
    """The answer in float64, or in float32 where there is none: the width has a check of its own."""
    answer = ask(torch.float64)
    return answer if answer.raised is None else ask(torch.float32)


def assert_gradients_in_double(
    ask: Callable[[torch.dtype], Answer], inputs: Sequence[Tensor], parameters: dict[str, Tensor] | None = None
) -> None:
    """Gradients, as exactly as the program computes."""
    answer = in_float64(ask)
    assert_gradients(answer, inputs, parameters or {}, own_tolerance(answer.value))


def own_tolerance(result: object) -> Tolerance:
    """The tolerance for what a program computes that returns `result`."""
    first = result[0] if isinstance(result, list | tuple) and result else result
    return FLOAT64 if isinstance(first, Tensor) and first.dtype is torch.float64 else FLOAT32


def assert_on_meta(answer: Answer, *shape: int) -> None:
    """An answer on the device `meta`, which has shapes and no values."""
    assert_close(answer, torch.empty(shape, device="meta"))


def assert_each(answer: Answer, expected: Sequence[Tensor], tolerance: Tolerance = FLOAT32) -> None:
    """What each of several calls in one process returned, where a class is built once."""
    for place, (got, wanted) in enumerate(zip(answer.values, expected, strict=True)):
        assert_tensor(got, wanted, tolerance, called=describe_one_call(answer.recipe, place))


def assert_pure(answer: Answer, *, may_draw: bool = False) -> None:
    """Inputs, the random generator, the module's mode and torch's defaults are what they were."""
    require(answer.untouched, f"{answer.called} changes its input")
    require(not answer.changed, f"{answer.called} changes {', '.join(answer.changed)}")
    require(may_draw or answer.rng_untouched, f"{answer.called} draws random numbers or seeds the generator")


def assert_state_dict(answer: Answer, names: Iterable[str]) -> None:
    """The state dict holds these names: all of them, and nothing else."""
    wanted = set(names)
    more, missing = [name for name in answer.state if name not in wanted], sorted(wanted - set(answer.state))
    state = f"the state dict of {answer.recipe['target']}"
    require(not missing, f"{state} lacks {', '.join(missing)}")
    require(not more, f"{state} also holds {listed(more)}; a buffer stays out of it with persistent=False")


def as_before(answer: Answer) -> None:
    """After use, a layer's state dict holds the names that it held, with the values that they had (`watched()`)."""
    names = [name for name in answer.state_after if name not in answer.state]
    names += [name for name in answer.state if name not in answer.state_after]
    require(not names, f"the state dict of {answer.recipe['target']} holds other names after use: {listed(names[:4])}")
    require(answer.values_kept, f"{answer.called} changes the weights of the layer")


def assert_unseeded(question: Question, *names: str) -> None:
    """A model that is built after another seed has other weights: construction seeds no generator."""
    first, second = (question.seeded(seed).reading().construct() for seed in (1, 2))
    for name in names:
        one, other = first.weights.get(name), second.weights.get(name)
        require(one is not None and other is not None, f"{first.called} has no parameter {name}")
        require(
            one is None or other is None or not torch.equal(one, other),
            f"{first.called}: {name} is the same after torch.manual_seed(1) and after torch.manual_seed(2)",
        )


def has_shape(answer: Answer, *shape: int) -> None:
    """The last value is a tensor of this shape; its values are judged elsewhere."""
    got = as_tensor(answer.value, answer.called)
    text = f"{answer.called} has shape {tuple(got.shape)}, expected {shape}"
    if got.shape != shape:
        raise CheckFailedError("wrong shape", text, got=got)


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


def assert_same_as_own(answer: Answer, own: Answer, unlike: str, tolerance: Tolerance = FLOAT32) -> None:
    """Both answers are the same tensor; `unlike` says what it means where they are not."""
    found = difference(as_tensor(answer.value, answer.called), as_tensor(own.value, own.called), tolerance)
    require(not found, f"{answer.called} {unlike}: {found}")


def all_right(answer: Answer, wanted: Sequence[Tensor | tuple[Tensor, ...] | None]) -> bool:
    """Whether each value of an answer is the wanted one, where there is one, and all of these have the same dtypes."""
    try:
        pairs = zip(answer.values, wanted, strict=True)
        judged = [(value, expected) for value, expected in pairs if expected is not None]
        right = all(_is_right(value, expected, answer.called) for value, expected in judged)
    except CheckFailedError:
        return False
    return right and len({_dtypes(value) for value, _ in judged}) < 2


def _dtypes(value: Any) -> tuple[torch.dtype, ...]:
    return tuple(part.dtype for part in (value if isinstance(value, list | tuple) else [value]))


def _is_right(value: Any, right: Tensor | tuple[Tensor, ...], called: str) -> bool:
    got = (value,) if isinstance(right, Tensor) else as_pair(value, called)
    expected = (right,) if isinstance(right, Tensor) else right
    return all(
        isinstance(part, Tensor)
        and part.is_floating_point() == wanted.is_floating_point()
        and not part.is_complex()
        and not difference(part, wanted)
        for part, wanted in zip(got, expected, strict=True)
    )


def nothing_kept(
    question: Question, inputs: Sequence[tuple[Tensor, ...]], reweighed: Question, right: Callable[..., Tensor]
) -> None:
    """Calls on one object agree with calls on new ones, for other values, lengths and weights, and in either mode.

    Where all are right, no new object is asked.

    Args:
        question: asks a layer with weights.
        inputs: of several calls; the first two have the same shape.
        reweighed: asks the same layer with other weights.
        right: the right result for an input and weights.
    """
    weights, others = (item.recipe["weights"] for item in (question, reweighed))
    together, again = question.calls(*inputs), question.reweighed(inputs[0], others)
    evaluated = question.eval().call(*inputs[0])
    if (
        all_right(together, [right(*given, weights) for given in inputs])
        and all_right(again, [None, right(*inputs[0], others)])
        and all_right(evaluated, [right(*inputs[0], weights)])
    ):
        return
    _agree_one_by_one(together, [question.call(*given) for given in inputs])
    first, second = (as_tensor(value, together.called) for value in together.values[:2])
    require(difference(first, second), f"{together.called} gives the same for other numbers of the same shape")
    found = difference(as_tensor(again.value, again.called), as_tensor(reweighed.call(*inputs[0]).value, again.called))
    require(not found, f"{again.called} {UNLIKE_NEW} after its weights have changed: {found}")
    assert_same_as_own(evaluated, question.train().call(*inputs[0]), UNLIKE_TRAINING)


def _agree_one_by_one(together: Answer, alone: Sequence[Answer]) -> None:
    for place, (value, own) in enumerate(zip(together.values, alone, strict=True)):
        called = describe_one_call(together.recipe, place)
        found = difference(as_tensor(value, called), as_tensor(own.value, own.called))
        require(not found, f"{called} {UNLIKE_NEW}: {found}")


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
        require(got.dtype is dtype, text, "wrong dtype")
        require(not answer.changed, f"{answer.called} changes {', '.join(answer.changed)}")
        assert_same_as_own(answer, own, UNLIKE_FLOAT32, tolerance)
    low, middle, high = (ask(torch.float64, step * TINY) for step in (0.3, 1.3, 2.3))
    a, b, c = (as_tensor(answer.value, answer.called).detach() for answer in (low, middle, high))
    bend = (a - 2 * b + c).nan_to_num(0.0, 0.0, 0.0).abs().max().item()
    require(bend < rounded, f"{middle.called} is computed in less than float64 on the way", "wrong dtype")


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
    assert_same_as_own(answer, contiguous, UNLIKE_CONTIGUOUS)
    assert_pure(answer)


def follows_device(on_meta: Answer, own: Answer) -> None:
    """The device `meta` goes in and comes out, with the shape that the program gives elsewhere."""
    assert_on_meta(on_meta, *as_tensor(own.value, own.called).shape)


def alike_by_name(named: Answer, placed: Answer) -> None:
    """A layer gives the same tensor, whether its arguments are given by name or by place."""
    assert_same_as_own(named, placed, f"gives something else than {placed.called}")


def by_name(student: Student, function: str, **arguments: Any) -> None:
    """A function gives the same tensor, number or numbers, whether its arguments are given by name or by place."""
    question = student.definition(function)
    named, placed = question.call(**arguments), question.call(*arguments.values())
    same_answer(named, placed, f"gives something else than {placed.called}")


def same_answer(answer: Answer, own: Answer, unlike: str) -> None:
    """Both are the same tensor, number or list of these."""
    found = _unlike(answer.value, own.value, answer.called)
    require(not found, f"{answer.called} {unlike}: {found}")


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
    require(fits, text, "wrong shape")
    found = difference(got, short.index_select(dim, tiling()))
    require(not found, f"{answer.called} {UNLIKE_SHORT}: {found}")
