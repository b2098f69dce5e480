"""What the references computed while checks were recorded is found again by content, and by nothing less."""

import pytest
import torch

from autograder.checking.reference_cache import content, remembered, remembering
from autograder.checking.samples import leaf


def doubling(times: int):
    return lambda x, *, again=False: x * times * (2 if again else 1)


def test_equal_content_has_one_key_and_other_content_another() -> None:
    x = torch.arange(6.0).reshape(2, 3)
    assert content(x) == content(x.clone()) == content(x.T.contiguous().T)
    assert len({content(item) for item in (x, x.reshape(3, 2), x.double(), -x, [x], (x,), None, 1, 1.0, True)}) == 10


def test_functions_differ_by_what_they_close_over_and_by_their_defaults() -> None:
    assert content(doubling(2)) == content(doubling(2)) != content(doubling(3))
    by_default = [lambda x, *, causal=causal: (x, causal) for causal in (False, True)]
    assert content(by_default[0]) != content(by_default[1])
    by_place = [lambda x, causal=causal: (x, causal) for causal in (False, True)]
    assert content(by_place[0]) != content(by_place[1])


@pytest.mark.parametrize("odd", [torch.ones(2, requires_grad=True), torch.ones(2, device="meta"), object(), {1}])
def test_what_has_no_plain_content_has_no_key(odd: object) -> None:
    assert content(odd) is None
    assert content([1, odd]) is None


def test_only_recording_stores() -> None:
    calls = []

    @remembered
    def square(x: int) -> int:
        calls.append(x)
        return x * x

    assert [square(3), square(3)] == [9, 9]
    with remembering():
        square(4)
    assert [square(4), square(4)] == [16, 16]
    assert calls == [3, 3, 4]


def test_a_leaf_is_a_copy() -> None:
    x = torch.ones(2, dtype=torch.float64)
    made = leaf(x, torch.float64)
    assert made.requires_grad
    assert not x.requires_grad
    assert made.data_ptr() != x.data_ptr()


def test_functions_of_one_name_in_different_modules_are_told_apart() -> None:
    """A reference called as one of another module once got that one's results."""
    sources = {
        "reference_of_sums": "def reference(x):\n    return x + x\n",
        "reference_of_products": "def reference(x):\n    return x * x\n",
    }
    made = []
    for module, source in sources.items():
        namespace = {"__name__": module}
        exec(source, namespace)
        made.append(remembered(namespace["reference"]))
    with remembering():
        assert [function(torch.tensor(3)).item() for function in made] == [6, 9]
