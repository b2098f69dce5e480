"""What robustness checks and gradient checks of many exercises share: float widths, devices, side effects."""

from collections.abc import Callable, Iterable, Sequence

import torch
from torch import Tensor

from autograder.checks.answer import Answer
from autograder.checks.judge import agree, agree_gradients, agree_tensor, as_tensor, hold
from autograder.checks.student import Question
from autograder.checks.tolerances import FLOAT32, FLOAT64, Tolerance
from autograder.checks.verdict import Verdict
from autograder.checks.wording import describe_one_call
from autograder.sandbox.student_text import listed


def in_double(ask: Callable[[torch.dtype], Answer]) -> Answer:
    """The answer in float64, or in float32 where there is none: the width has a check of its own."""
    answer = ask(torch.float64)
    return answer if answer.raised is None else ask(torch.float32)


def agree_gradients_in_double(
    ask: Callable[[torch.dtype], Answer], inputs: Sequence[Tensor], parameters: dict[str, Tensor] | None = None
) -> None:
    """Gradients, as exactly as the program computes."""
    answer = in_double(ask)
    agree_gradients(answer, inputs, parameters or {}, own_tolerance(answer.value))


def own_tolerance(result: object) -> Tolerance:
    """The tolerance for what a program computes that returns `result`."""
    first = result[0] if isinstance(result, list | tuple) and result else result
    return FLOAT64 if isinstance(first, Tensor) and first.dtype is torch.float64 else FLOAT32


def agree_on_meta(answer: Answer, *shape: int) -> None:
    """An answer on the device `meta`, which has shapes and no values."""
    agree(answer, torch.empty(shape, device="meta"))


def agree_each(answer: Answer, expected: Sequence[Tensor], tolerance: Tolerance = FLOAT32) -> None:
    """What each of several calls in one process returned, where a class is built once."""
    for place, (got, wanted) in enumerate(zip(answer.values, expected, strict=True)):
        agree_tensor(got, wanted, tolerance, called=describe_one_call(answer.recipe, place))


def leaves_alone(answer: Answer, *, may_draw: bool = False) -> None:
    """Inputs, the random generator, the module's mode and torch's defaults are what they were."""
    hold(answer.untouched, f"{answer.called} changes its input")
    hold(not answer.changed, f"{answer.called} changes {', '.join(answer.changed)}")
    hold(may_draw or answer.rng_untouched, f"{answer.called} draws random numbers or seeds the generator")


def holds_only(answer: Answer, names: Iterable[str]) -> None:
    """The state dict holds these names: all of them, and nothing else."""
    wanted = set(names)
    more, missing = [name for name in answer.state if name not in wanted], sorted(wanted - set(answer.state))
    state = f"the state dict of {answer.recipe['target']}"
    hold(not missing, f"{state} lacks {', '.join(missing)}")
    hold(not more, f"{state} also holds {listed(more)}; a buffer stays out of it with persistent=False")


def as_before(answer: Answer) -> None:
    """After use, a layer's state dict holds the names that it held, with the values that they had (`watched()`)."""
    names = [name for name in answer.state_after if name not in answer.state]
    names += [name for name in answer.state if name not in answer.state_after]
    hold(not names, f"the state dict of {answer.recipe['target']} holds other names after use: {listed(names[:4])}")
    hold(answer.values_kept, f"{answer.called} changes the weights of the layer")


def draws_anew(question: Question, *names: str) -> None:
    """A model that is built after another seed has other weights: construction seeds no generator."""
    first, second = (question.seeded(seed).reading().construct() for seed in (1, 2))
    for name in names:
        one, other = first.weights.get(name), second.weights.get(name)
        hold(one is not None and other is not None, f"{first.called} has no parameter {name}")
        hold(
            one is None or other is None or not torch.equal(one, other),
            f"{first.called}: {name} is the same after torch.manual_seed(1) and after torch.manual_seed(2)",
        )


def has_shape(answer: Answer, *shape: int) -> None:
    """The last value is a tensor of this shape; its values are judged elsewhere."""
    got = as_tensor(answer.value, answer.called)
    text = f"{answer.called} has shape {tuple(got.shape)}, expected {shape}"
    if got.shape != shape:
        raise Verdict("wrong shape", text, got=got)
