"""What a worker says of a call's arguments and settings: lists and dicts are looked at like tensors."""

import random
import sys
import warnings
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from autograder.checking.student import returned
from autograder.sandbox.guest.execute import execute


def report_of(target: Any, *args: Any, init: list[Any] | None = None) -> dict[str, Any]:
    request = {"target": "target", "calls": [{"args": list(args), "named": {}}]}
    if init is not None:
        request["init"] = init
    report = execute({"target": target}, request, {}, 1000)
    assert "raised" not in report
    call: dict[str, Any] = report["calls"][0]
    return call


def clear(things: Any) -> None:
    things.clear()


def double_the_tensor(things: list[Tensor]) -> None:
    things[0].mul_(2)


def replace_with_an_equal_number_of_another_type(things: list[Any]) -> None:
    things[0] = float(things[0])


def reorder(things: dict[str, int]) -> None:
    things["a"] = things.pop("a")


@pytest.mark.parametrize(
    ("target", "argument"),
    [
        (clear, ["a", "b"]),
        (clear, {"a": 1}),
        (double_the_tensor, [torch.ones(2)]),
        (replace_with_an_equal_number_of_another_type, [1, 2]),
        (reorder, {"a": 1, "b": 2}),
        (double_the_tensor, (torch.ones(2), torch.ones(3))),
    ],
)
def test_a_list_a_dict_or_a_tuple_that_is_changed_is_reported(target: Any, argument: Any) -> None:
    assert report_of(target, argument)["untouched"] is False


@pytest.mark.parametrize("argument", [["a", [1, 2.0]], {"a": torch.tensor([1.0, torch.nan])}, ("a",), "text"])
def test_what_is_only_read_is_untouched(argument: Any) -> None:
    assert report_of(len, argument)["untouched"] is True


def test_a_list_that_holds_a_graph_is_read_like_any_other() -> None:
    grown = torch.ones(2, requires_grad=True) * 2
    assert report_of(len, [grown])["untouched"] is True


@pytest.mark.parametrize(
    ("target", "shared"),
    [(lambda x: x, True), (lambda x: x[1:], True), (lambda x: x.clone(), False), (lambda x: x.tolist(), False)],
)
def test_a_result_in_the_memory_of_an_argument_is_reported(target: Any, shared: bool) -> None:
    assert report_of(target, torch.ones(3))["shared"] is shared


def pair_of(x: Tensor, earlier: Tensor | None = None) -> tuple[Tensor, Tensor]:
    return x, x + (0 if earlier is None else earlier)


def test_a_call_can_be_given_what_an_earlier_one_returned() -> None:
    one, two, three = (torch.full((2,), number) for number in (1.0, 2.0, 4.0))
    last, first = returned(1), returned(1, call=0)
    calls = [{"args": list(args), "named": {}} for args in ((one,), (two, last), (three, last), (three, first))]
    report = execute({"pair_of": pair_of}, {"target": "pair_of", "calls": calls}, {}, 1000)
    assert [call["value"][1].tolist()[0] for call in report["calls"]] == [1.0, 3.0, 7.0, 5.0]


class Switching(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        self.eval()
        return x


def test_a_mode_that_a_call_changes_is_reported() -> None:
    assert report_of(Switching, torch.ones(1), init=[])["changed"] == ["the mode of the module"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda: torch.set_default_dtype(torch.float64), "torch's default dtype"),
        (lambda: torch.set_default_device("meta"), "torch's default device"),
        (lambda: torch.set_default_device("cuda:0"), "torch's default device"),
        (lambda: torch.set_grad_enabled(False), "whether gradients are recorded"),
        (lambda: torch.use_deterministic_algorithms(True), "whether torch is deterministic"),
        (lambda: torch.set_printoptions(precision=2), "torch's print options"),
        (lambda: np.setbufsize(16384), "numpy's buffer size"),
        (lambda: np.seterr(over="raise"), "numpy's error state"),
        (lambda: np.set_printoptions(precision=2), "numpy's print options"),
        (lambda: sys.setrecursionlimit(sys.getrecursionlimit() + 1), "the recursion limit"),
        (lambda: warnings.filterwarnings("ignore", message="none"), "the warnings that are shown"),
    ],
)
def test_a_setting_that_a_call_changes_is_reported_and_set_back(change: Any, told: str) -> None:
    before = (torch.get_default_dtype(), torch.get_default_device(), torch.is_grad_enabled())
    assert report_of(change)["changed"] == [told]
    assert (torch.get_default_dtype(), torch.get_default_device(), torch.is_grad_enabled()) == before
    assert report_of(len, [])["changed"] == []


@pytest.mark.parametrize("draw", [random.random, np.random.rand, lambda: torch.rand(1)])
def test_a_number_that_is_drawn_is_reported_whoever_draws_it(draw: Any) -> None:
    assert report_of(draw)["rng_untouched"] is False


def reports_of(target: Any, *calls: dict[str, Any], **request: Any) -> list[dict[str, Any]]:
    asked = {"target": "target", "calls": [{"named": {}, **call} for call in calls], **request}
    report = execute({"target": target}, asked, {}, 1000)
    assert "raised" not in report
    results: list[dict[str, Any]] = report["calls"]
    return results


TABLE = torch.zeros(4)


@pytest.mark.parametrize(
    ("target", "reused"), [(lambda: TABLE[:2], True), (TABLE[:2].clone, False), (lambda: (1, TABLE), True)]
)
def test_what_two_calls_share_is_reported(target: Any, reused: bool) -> None:
    assert [report["reused"] for report in reports_of(target, {"args": []}, {"args": []})] == [False, reused]


def test_a_view_of_the_same_input_is_nothing_that_two_calls_share() -> None:
    calls = ({"args": [torch.ones(3)]}, {"args": [{"$": "again", "index": 0}]})
    assert [report["reused"] for report in reports_of(lambda x: x[1:], *calls)] == [False, False]


def test_a_call_is_made_in_the_state_that_is_asked_for() -> None:
    calls = ({"args": []}, {"args": [], "recording": False}, {"args": []})
    assert [report["value"] for report in reports_of(torch.is_grad_enabled, *calls)] == [True, False, True]


def test_a_result_of_inference_mode_is_reported() -> None:
    assert report_of(torch.inference_mode()(lambda: torch.ones(2)))["of_inference"]
    assert not report_of(lambda: torch.ones(2))["of_inference"]


def test_what_an_error_leaves_behind_is_reported_and_undone() -> None:
    def fails() -> None:
        torch.set_grad_enabled(False)
        raise RuntimeError

    report = execute({"target": fails}, {"target": "target", "calls": [{"args": []}]}, {}, 1000)
    assert report["changed"] == ["whether gradients are recorded"]
    assert torch.is_grad_enabled()


def test_a_frozen_layer_has_no_parameter_that_learns() -> None:
    request = {"target": "target", "init": [2, 2], "frozen": True, "calls": [{"args": [torch.ones(2)]}]}
    report = execute({"target": nn.Linear}, request, {}, 1000)  # type: ignore[arg-type]
    assert not report["calls"][0]["value"].requires_grad


def test_what_is_handed_over_to_an_operation_is_reported_however_it_is_called() -> None:
    def draws(x: Tensor) -> Tensor:
        return x.multinomial(1, generator=torch.Generator().manual_seed(7))

    (report,) = reports_of(draws, {"args": [torch.tensor([[0.0, 1.0]])]}, handed="multinomial")
    (handed,) = report["handed"]
    assert handed["given"][0].tolist() == [[0.0, 1.0]]
    assert handed["named"]["generator"] == 7
    assert handed["value"].tolist() == report["value"].tolist() == [[1]]
