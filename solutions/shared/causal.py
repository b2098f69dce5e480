"""What the checks of causal attention share: layers with given weights, pairs of outputs, what a mask hides."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import (
    FLOAT32,
    Pair,
    Tolerance,
    as_pair,
    as_tensor,
    assert_close,
    assert_tensor,
    require,
)
from autograder.checking.describe import describe_one_call
from autograder.checking.failures import CheckFailedError
from autograder.checking.robustness import in_float64
from autograder.checking.samples import sample
from autograder.sandbox.host.student_text import detail
from solutions.shared.reference.attention import is_hidden

ROWS = [[1.0, 0, 0, 0, 0], [0, -1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 0], [-1, 1, 0, 0, 0], [0, -0.5, 0, 0, 0]]
# Two sentences that `stretched` layers give scores of ±1e4; no hidden score is above those that are visible.
UNIT_VECTORS = torch.tensor([ROWS]) * torch.tensor([1.0, 0.5])[:, None, None]


def layers(*names: str, d_in: int, d_out: int) -> dict[str, Tensor]:
    """Signed weights of linear layers without bias, `(d_out, d_in)` each; scores stay of order 1."""
    shape = (d_out, d_in)
    return {f"{name}.weight": sample(*shape, seed=40 + place, scale=0.5) for place, name in enumerate(names)}


def stretched(*names: str, key_sign: float, width: int) -> dict[str, Tensor]:
    """Query and key layers (the first two names) that make scores of ±1e4 from unit vectors; the others leave alone."""
    factors = (100.0, 100.0 * key_sign, 1.0, 1.0)
    return {f"{name}.weight": factor * torch.eye(width) for name, factor in zip(names, factors, strict=False)}


def assert_pair(
    answer: Answer, expected: Pair, tolerance: Tolerance = FLOAT32, *, dtype: torch.dtype | None = None
) -> None:
    """The last value is the pair (out, weights)."""
    assert_pairs_of(answer, [answer.value], [expected], tolerance, dtype=dtype)


def assert_pairs(answer: Answer, expected: list[Pair]) -> None:
    """Each of several calls on the same object returned its pair (out, weights)."""
    assert_pairs_of(answer, answer.values, expected, FLOAT32)


def assert_pairs_of(
    answer: Answer,
    values: list[object],
    expected: list[Pair],
    tolerance: Tolerance,
    *,
    dtype: torch.dtype | None = None,
) -> None:
    """Each of `values` is a pair; names the call when there are several."""
    for place, (value, pair) in enumerate(zip(values, expected, strict=True)):
        called = describe_one_call(answer.request, place) if len(values) > 1 else answer.called
        for got, wanted, name in zip(as_pair(value, called), pair, ("out", "weights"), strict=True):
            assert_tensor(got, wanted, tolerance, called=called, dtype=dtype, what=name)


def assert_gradient_within_rows(ask: Callable[[torch.dtype], Answer], expected: Tensor) -> None:
    """The gradient of weights, up to a constant in each row: only changes that keep a row's sum at 1 have a meaning."""
    answer = in_float64(ask)
    name = f"{answer.called}: the gradient of the first input"
    require(answer.connected, f"no gradient flows through {answer.called}")
    got = as_tensor(next(iter(answer.input_grads), None), name)
    got, expected = (grad - grad.mean(-1, keepdim=True) for grad in (got, expected))
    assert_tensor(got, expected, FLOAT32, called=name)  # a tiny number in the denominator is no mistake here


def hides_the_future(weights: Tensor, called: str) -> None:
    """Weights of later keys are 0, not only small."""
    future = weights[..., is_hidden(weights.shape[-1])]
    count = detail(f"{int(future.count_nonzero())} of {future.numel()}")
    require(not future.any(), f"{called}: {count} weights of later keys are not 0")


def blind_to_the_future(answer: Answer, right: Tensor) -> None:
    """These weights, and exactly 0 for later keys."""
    assert_close(answer, right)
    hides_the_future(answer.value, answer.called)


def nudged_from(x: Tensor, token: int) -> Tensor:
    """The same tokens, with those from `token` on moved by about 1."""
    changed = x.clone()
    changed[..., token:, :] += sample(*x[..., token:, :].shape, seed=77)
    return changed


class NothingDroppedError(CheckFailedError):
    """Dropout set no weight to 0."""

    def __init__(self, message: str) -> None:
        super().__init__("wrong values", message)


def dropped_of(weights: Tensor, undropped: Tensor, p: float, called: str) -> Tensor:
    """Which of the weights `(B, T, T)` dropout set to 0, as bool.

    Raises:
        CheckFailedError: a weight is neither 0 nor its undropped value times 1 / (1 - p), or not about a share p is 0.
    """
    name = f"{called}: weights"
    if weights.shape != undropped.shape:
        raise CheckFailedError(
            "wrong shape", f"{name} has shape {detail(tuple(weights.shape))}, expected {detail(tuple(undropped.shape))}"
        )
    kept, got = undropped / (1 - p), weights.detach().double()
    dropped = got == 0
    right = dropped | ((got - kept).abs() <= FLOAT32.absolute + FLOAT32.relative * kept)
    visible = (~is_hidden(weights.shape[-1])).expand(weights.shape)
    if not right.all():
        count = detail(f"{int((~right).sum())} of {right.numel()}")
        raise _unlike_dropout(name, count, got[visible], undropped.expand(weights.shape)[visible])
    share, spread = dropped[visible].double().mean().item(), math.sqrt(p * (1 - p) / int(visible.sum()))
    dropped_share, wanted = detail(f"{share:.2f}"), detail(f"{p:g}")
    require(abs(share - p) < 5 * spread, f"{name}: a share of {dropped_share} is dropped, expected about {wanted}")
    return dropped


def _unlike_dropout(name: str, count: str, got: Tensor, undropped: Tensor) -> CheckFailedError:
    """What tells apart weights on which dropout has not acted as it should; facts only, because much else may be wrong."""
    as_before = (got - undropped).abs() <= FLOAT32.absolute + FLOAT32.relative * undropped
    if as_before.all():
        return NothingDroppedError(f"{name}: none of them is 0: all are the weights without dropout")
    text = f"{name}: {count} are neither 0 nor the weight without dropout times 1 / (1 - p)"
    if not (got == 0).any():
        return NothingDroppedError(f"{text}; none of them is 0")
    unscaled = "; those that are left are not scaled" if bool((as_before | (got == 0)).all()) else ""
    return CheckFailedError("wrong values", f"{text}{unscaled}")


def factors_of(dropped: Tensor, p: float) -> Tensor:
    """What dropout multiplied each weight by."""
    return (~dropped).double() / (1 - p)


def is_shared(dropped: Tensor) -> bool:
    """Whether one draw served a whole batch, all queries of a sentence, or all keys of a query."""
    visible = ~is_hidden(dropped.shape[-1])
    across_batch = (dropped == dropped[:1])[..., visible].all()
    last = dropped[..., -1:, :]  # the last query sees every key
    across_queries = ((dropped == last) | ~visible).all()
    across_keys = ((dropped == dropped[..., :1]) | ~visible).all()
    return bool(across_batch or across_queries or across_keys)
