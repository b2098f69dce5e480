"""Sweeps of autograd are recorded however they are begun, where a rule of the course forbids them."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from autograder.checking.student import Student
from autograder.course import load_course
from autograder.sandbox.guest.differentiation import SWEEP, sweeps_recorded
from autograder.sandbox.guest.library_calls import kernels_recorded
from autograder.sandbox.host.in_process import InProcess
from tests.helpers.paths import ROOT
from tests.helpers.torch_callables import ListRecord

RULE = next(rule for rule in load_course(ROOT / "examples/courses/autodiff").rules if rule.name == "differentiation")
Way = Callable[[Tensor], Tensor]


def energy(x: Tensor) -> Tensor:
    return x.pow(2).sum()


def by_method(x: Tensor) -> Tensor:
    leaf = x.clone().requires_grad_()
    energy(leaf).backward()
    assert leaf.grad is not None
    return leaf.grad


def by_function(x: Tensor) -> Tensor:
    leaf = x.clone().requires_grad_()
    return torch.autograd.grad(energy(leaf), leaf)[0]


def by_checkpoint(x: Tensor) -> Tensor:
    leaf = x.clone().requires_grad_()
    return torch.autograd.grad(checkpoint(energy, leaf, use_reentrant=False), leaf)[0]


WAYS: dict[str, Way] = {
    "method": by_method,
    "function": by_function,
    "checkpoint": by_checkpoint,
    "transformed": torch.func.grad(energy),
    "product": lambda x: torch.func.vjp(energy, x)[1](torch.tensor(1.0))[0],
    "reverse": torch.func.jacrev(energy),
    "forward": torch.func.jacfwd(energy),
    "jacobian": lambda x: torch.autograd.functional.jacobian(energy, x),
    "mapped": torch.func.vmap(torch.func.grad(energy)),
}


@pytest.mark.filterwarnings("ignore:`torch.jit.script` is deprecated")  # what jacfwd calls
@pytest.mark.parametrize("way", WAYS)
def test_a_sweep_is_recorded_however_it_is_begun(way: str) -> None:
    record, x = ListRecord(), torch.tensor([[1.0, 2.0]])
    with kernels_recorded(record, RULE.calls), sweeps_recorded(record, RULE.calls):
        gradient = WAYS[way](x)
    assert torch.equal(gradient, 2 * x)
    assert RULE.forbidden_among(record.calls)


def test_tensors_alone_are_no_sweep() -> None:
    record = ListRecord()
    with kernels_recorded(record, RULE.calls), sweeps_recorded(record, RULE.calls):
        (2 * torch.ones(3, requires_grad=True)).sum()
    assert record.calls == []


def test_nothing_is_recorded_where_no_rule_forbids_it_nor_afterwards() -> None:
    record = ListRecord()
    with sweeps_recorded(record, ["softmax"]):
        by_method(torch.ones(2))
    with sweeps_recorded(record, RULE.calls):
        pass
    by_method(torch.ones(2))
    assert record.calls == []


@pytest.mark.parametrize(
    ("program", "recorded"),
    [
        ("def double(x):\n    return 2 * x\n", []),
        ("def double(x):\n    x.sum().backward()\n    return 2 * x\n", [SWEEP]),
    ],
    ids=["of the worker alone", "of the submission too"],
)
def test_gradients_that_a_check_asks_for_are_not_the_submission_s(
    program: str, recorded: list[str], tmp_path: Path
) -> None:
    (tmp_path / "program.py").write_text(program)
    record, x = ListRecord(), torch.ones(2, requires_grad=True)
    student = Student(InProcess(tmp_path, "program.py"))
    with sweeps_recorded(record, RULE.calls):
        answer = student.double(x, cotangents=[torch.ones(2)])
        assert answer.connected
    assert record.calls == recorded
