"""Of a tensor that is larger than any right answer only dtype, shape and a digest are sent."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from autograder.checking.describe import describe_type
from autograder.checking.robustness import difference
from autograder.course import Limits
from autograder.diagnosis.same_answers import equal_values
from autograder.sandbox.guest import wire
from autograder.sandbox.guest.unsent import UnsentNumbersError, UnsentTensor, unsent_tensor
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import select_level
from autograder.sandbox.host.student_text import unmarked
from autograder.sandbox.host.target import NoResponse

LARGEST = 1 << 10  # bytes


def sent(value: object) -> object:
    return wire.decode_frame(wire.encode(value, largest=LARGEST))


def test_a_tensor_is_sent_up_to_the_limit() -> None:
    got = sent(torch.ones(256))
    assert type(got) is Tensor
    assert torch.equal(got, torch.ones(256))


def test_of_a_larger_one_come_dtype_and_shape() -> None:
    assert len(wire.encode(torch.ones(4, 1 << 10), largest=LARGEST)) < 300
    got = sent(torch.ones(4, 1 << 10, dtype=torch.float64))
    assert isinstance(got, UnsentTensor)
    assert (got.shape, got.dtype, got.device.type) == (torch.Size([4, 1 << 10]), torch.float64, "cpu")
    assert (got.dim(), got.numel(), len(got), got.is_complex()) == (2, 1 << 12, 4, False)


def test_larger_bytes_are_sent_as_their_type() -> None:
    assert sent(b"x" * 1024) == b"x" * 1024
    assert describe_type(sent(b"x" * 1025)) == describe_type(b"x")


USES: list[Callable[[Tensor], object]] = [
    bool,
    list,
    Tensor.detach,
    Tensor.double,
    Tensor.tolist,
    Tensor.any,
    Tensor.numpy,
    torch.isnan,
    lambda value: value + 1,
    lambda value: torch.ones(3) == value,
    lambda value: torch.equal(value, torch.ones(3)),
    lambda value: torch.cat([value]),
]


@pytest.mark.parametrize("use", USES)
def test_its_numbers_cannot_be_used(use: Callable[[Tensor], object]) -> None:
    with pytest.raises(UnsentNumbersError):
        use(unsent_tensor(torch.float32, (3,), ""))


def test_two_of_one_program_are_compared_by_their_digests() -> None:
    ones, same, zeros = (sent(value) for value in (torch.ones(999), torch.ones(999), torch.zeros(999)))
    assert isinstance(ones, Tensor)
    assert isinstance(same, Tensor)
    assert isinstance(zeros, Tensor)
    assert difference(ones, same) == ""
    assert difference(ones, zeros) == "other values"
    assert unmarked(difference(ones, torch.ones(3))) == "shape (999,) instead of (3,)"
    assert equal_values(ones, same)
    assert not equal_values(ones, zeros)
    with pytest.raises(UnsentNumbersError):
        difference(ones, torch.ones(999))


@pytest.mark.parametrize(
    "row",
    [
        {"dtype": "float32", "shape": [9], "unsent": ""},
        {"dtype": "float32", "shape": [9], "unsent": None},
        {"dtype": "float32", "shape": [0], "unsent": "0" * 64},
        {"dtype": "float32", "shape": [1 << 20, 1 << 20], "unsent": "0" * 64},
        {"dtype": "object", "shape": [9], "unsent": "0" * 64},
    ],
)
def test_a_row_that_no_worker_of_ours_writes_is_refused(row: dict[str, object]) -> None:
    with pytest.raises(wire.WireError):
        wire.part_size(row)


def test_a_worker_sends_no_more_than_it_is_told(fork_servers: Callable[..., ForkServer], limits: Limits) -> None:
    source = b"import torch\ndef f(n): return torch.ones(n, 1 << 20)"
    files = SubmissionFiles({"a.py": source}, "a.py")
    with SandboxClient(fork_servers(select_level(None)), files, limits, largest=1 << 22) as client:
        reports = client.ask([{"target": "f", "calls": [{"args": [n], "named": {}}]} for n in (1, 2, 15, 15, 15, 16)])
        assert client.incidents == []
    assert all(not isinstance(report, NoResponse) for report in reports)
    values = [report["calls"][0]["value"] for report in reports if not isinstance(report, NoResponse)]
    assert [type(value) for value in values] == [Tensor, *[UnsentTensor] * 5]
    assert [tuple(value.shape) for value in values[1:]] == [(n, 1 << 20) for n in (2, 15, 15, 15, 16)]
