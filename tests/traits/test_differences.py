"""How wrong results differ from right ones: every sentence is true of each of them."""

from collections.abc import Callable

import pytest
import torch
from msgspec.structs import replace
from torch import Tensor

from autograder.checking.assertions import FLOAT32, assert_plain, assert_tensor
from autograder.checking.failures import CheckFailedError
from autograder.traits.differences import Comparison, compare_failure, results_sentence

SHAPES = ((2, 3, 3), (2, 4, 4), (3, 2, 2))


def failure_of(got: object, expected: Tensor | float) -> CheckFailedError:
    with pytest.raises(CheckFailedError) as caught:
        judge(got, expected)
    return caught.value


def judge(got: object, expected: Tensor | float) -> None:
    if isinstance(expected, Tensor):
        assert_tensor(got, expected, FLOAT32, called="f()")
    else:
        assert_plain(got, expected, called="f()")


def compared(got: object, expected: Tensor | float, **arguments: object) -> Comparison:
    found = compare_failure(failure_of(got, expected), arguments)
    assert found is not None
    return found


def matrices(shape: tuple[int, ...]) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape)))


MISTAKES: dict[str, Callable[[Tensor], Tensor]] = {
    "the numbers are right, but the last two dimensions are exchanged": lambda x: x.mT,
    "the numbers are right, but dimensions 0 and 1 are exchanged": lambda x: x.transpose(0, 1),
    "the numbers are right, but in reverse order along the last dimension": lambda x: x.flip(-1),
    "the numbers are right, but there is a dimension of size 1 too many": lambda x: x.unsqueeze(0),
    "the numbers are right, but at other places": lambda x: x.roll(1, -1).roll(1, 0),
    "only numbers above the diagonal are wrong; every wrong number is 0": Tensor.tril,
    "the diagonal is right, and everything else is wrong": lambda x: x + x**2 * (1 - torch.eye(x.shape[-1])),
    "the first row is right, and all others have wrong numbers": lambda x: torch.cat(
        [x[:, :1], x[:, 1:] * x[:, 1:]], 1
    ),
    "only the last column has wrong numbers": lambda x: torch.cat([x[..., :-1], x[..., -1:] ** 2], -1),
    "the first matrix is right, and all others have wrong numbers": lambda x: torch.cat([x[:1], x[1:] ** 2]),
    "every wrong number is 0": lambda x: x * (x > 0),
    "every wrong number has the wrong sign": lambda x: -x,
    "every wrong number is 2 times the right one": lambda x: 2 * x,
    "every wrong number is 0.5 too large": lambda x: x + 0.5,
}


@pytest.mark.parametrize(("words", "mistake"), MISTAKES.items(), ids=MISTAKES)
def test_a_mistake_is_described_by_what_all_wrong_results_share(
    words: str, mistake: Callable[[Tensor], Tensor]
) -> None:
    wrong = [compared(mistake(matrices(shape)), matrices(shape)) for shape in SHAPES]
    assert results_sentence(wrong) == f"In each of 3 wrong results, {words}"


def test_entries_that_should_be_0_are_told_apart_from_the_others() -> None:
    right = [matrices(shape).tril() for shape in SHAPES]
    unmasked = [compared(x + torch.ones_like(x).triu(1), x) for x in right]
    assert "the numbers that should be 0 are wrong, and all others are right" in results_sentence(unmasked)


def test_rows_of_weights_that_do_not_sum_to_1_are_told() -> None:
    weights = [matrices(shape).softmax(-1) for shape in SHAPES]
    words = "the rows with wrong numbers do not sum to 1"
    assert results_sentence([compared(x**0.5, x) for x in weights]) == f"In each of 3 wrong results, {words}"
    others = [matrices(shape) for shape in SHAPES]
    assert words not in results_sentence([compared(x**3, x) for x in others]), "rows that sum to anything"
    still_one = [compared((2 * x).softmax(-1), x) for x in weights]
    assert words not in results_sentence(still_one)


def test_truth_values_are_inverted_or_all_the_same() -> None:
    masks = [torch.ones(size, size, dtype=torch.bool).triu(1) for size in (3, 4, 5)]
    inverted = results_sentence([compared(~mask, mask) for mask in masks])
    assert inverted.endswith("True stands where False is right, and False where True is")
    hides_itself = results_sentence([compared(mask | torch.eye(len(mask)).bool(), mask) for mask in masks])
    assert hides_itself.endswith("only numbers on the diagonal are wrong; every wrong entry is True")


def test_numbers_are_off_by_one() -> None:
    numbers = [compared(value - 1, float(value)) for value in (3, 6, 10)]
    assert results_sentence(numbers) == "In each of 3 wrong results, the number is 1 too small"


def test_a_size_is_named_by_the_argument_that_it_should_not_follow() -> None:
    sizes = [(2, 3), (3, 4), (4, 2)]
    wrong = [compared(torch.zeros(d_k), torch.zeros(t), T=t, d_k=d_k) for t, d_k in sizes]
    words = "In each of 3 results of the wrong shape, the size of the last dimension is d_k instead of T"
    assert results_sentence([*wrong, compared(torch.ones(2), torch.zeros(2), T=2, d_k=2)]) == words


def test_what_is_not_true_of_every_result_is_not_told() -> None:
    x = matrices((2, 3, 3))
    assert results_sentence([compared(x.mT, x), compared(2 * x, x)]) == ""


def test_one_wrong_result_is_no_pattern() -> None:
    x = matrices((2, 3, 3))
    assert results_sentence([compared(x.mT, x)]) == ""


def test_few_different_numbers_say_nothing_about_their_places() -> None:
    right = [torch.tensor([0.0, 1.0, 0.0, 1.0]), torch.tensor([1.0, 1.0, 0.0, 0.0])]
    assert "other places" not in results_sentence([compared(x.roll(1), x) for x in right])


def test_gradients_and_small_differences_are_not_compared() -> None:
    x = matrices((2, 3, 3)).double()
    gradient = failure_of(2 * x, x)
    gradient.record = replace(gradient.record, is_gradient=True)
    assert compare_failure(gradient, {}) is None
    close = CheckFailedError("wrong values", "", got=x + 1e-7, expected=x, wrong=torch.ones_like(x) > 0)
    assert compare_failure(close, {}) is None


def test_what_is_no_tensor_is_not_compared() -> None:
    assert compare_failure(CheckFailedError("wrong values", "", got=[1, 2], expected=[1, 3]), {}) is None
    assert compare_failure(failure_of("text", torch.zeros(2)), {}) is None
