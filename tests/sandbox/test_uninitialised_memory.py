"""New memory never holds a right answer: what a program takes from it is the same wrong one in every run."""

import math
from collections.abc import Callable

import pytest
import torch

from autograder.course import Course
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.target import NoResponse

USED = "held = [torch.ones(n) for n in range(1, 600)]\n    del held\n    "  # what is freed is handed out again
WAYS = [
    "torch.empty(3, 5)",
    "torch.empty_like(torch.ones(3, 5))",
    "torch.ones(1).new_empty(3, 5)",
    "torch.Tensor(3, 5)",
    "torch.ones(1).new(3, 5)",
    "torch.empty_strided((3, 5), (5, 1))",
    "torch.ones(0).resize_(3, 5)",
    "torch.empty(3, 5, dtype=torch.bfloat16)",
    "nn.Parameter(torch.empty(3, 5))",
    "torch.from_numpy(numpy.empty((3, 5)))",
    "torch.from_numpy(numpy.empty_like(numpy.ones((3, 5))))",
]
Answer = Callable[[str], object]


@pytest.fixture
def answer(fork_servers: Callable[[Level], ForkServer], course: Course) -> Answer:
    """What an expression gives inside a worker whose memory has been used."""

    def ask(expression: str) -> object:
        source = f"import numpy\nimport torch\nfrom torch import nn\ndef f():\n    {USED}return {expression}\n".encode()
        with SandboxClient(
            fork_servers(Level.LANDLOCK), SubmissionFiles({"a.py": source}, "a.py"), course.limits
        ) as session:
            (report,) = session.ask([{"target": "f", "calls": [{"args": [], "named": {}}]}])
        assert not isinstance(report, NoResponse)
        assert "raised" not in report, report["raised"]
        return report["calls"][0]["value"]

    return ask


@pytest.mark.parametrize("way", WAYS)
def test_new_memory_holds_no_number(way: str, answer: Answer) -> None:
    value = answer(way)
    assert isinstance(value, torch.Tensor)
    assert value.shape == (3, 5)
    assert bool(value.isnan().all())


def test_whole_numbers_and_truths_in_new_memory_are_always_the_same(answer: Answer) -> None:
    assert answer("torch.empty(4, dtype=torch.int64).tolist()") == [torch.iinfo(torch.int64).max] * 4
    assert answer("torch.empty(4, dtype=torch.bool).tolist()") == [True] * 4


@pytest.mark.parametrize(
    "drawn",
    ["nn.Linear(3, 5)(torch.ones(3))", "nn.Embedding(4, 2)(torch.tensor([1]))", "nn.LSTM(2, 3)(torch.ones(4, 2))[0]"],
)
def test_layers_are_filled_as_ever(drawn: str, answer: Answer) -> None:
    value = answer(drawn)
    assert isinstance(value, torch.Tensor)
    assert all(map(math.isfinite, value.flatten().tolist()))


def test_numpy_keeps_its_names_and_other_types(answer: Answer) -> None:
    assert answer("[numpy.empty.__name__, str(numpy.empty(2, dtype=object)), len(numpy.empty(3, int))]") == [
        "empty",
        "[None None]",
        3,
    ]
