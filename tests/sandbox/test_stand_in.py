"""The stand-in of a GPU: it refuses what a GPU refuses, computes what the CPU computes, and crosses the wall."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

from autograder.sandbox.guest.exceptions import describe_exception
from autograder.sandbox.guest.execute import execute
from autograder.sandbox.guest.stand_in import DeviceError, StandIn, StandInTensor, brought_back, gpu, moved
from autograder.sandbox.host.in_process import TrustedNames
from tests.helpers.device_rules import ALLOWED, REFUSED, Call

X = torch.linspace(-1, 1, 9).reshape(3, 3)


@pytest.mark.parametrize("call", ALLOWED.values(), ids=list(ALLOWED))
def test_what_a_gpu_allows_runs(call: Call) -> None:
    with StandIn():
        x = X.abs().to("cuda")
        call(x, x.device)


@pytest.mark.parametrize("call", REFUSED.values(), ids=list(REFUSED))
def test_what_a_gpu_refuses_is_an_error_about_devices(call: Call) -> None:
    with StandIn():
        x = X.abs().to("cuda")
        with pytest.raises(DeviceError):
            call(x, x.device)


def test_numbers_and_gradients_are_those_of_the_cpu() -> None:
    torch.manual_seed(0)
    layer = nn.MultiheadAttention(6, 2, batch_first=True, dropout=0.5)
    x = torch.randn(2, 4, 6)

    def results(layer: nn.Module, x: Tensor) -> list[Tensor]:
        torch.manual_seed(1)
        out, _ = layer(x, x, x, need_weights=False)
        out.square().sum().backward()
        return [out, *(parameter.grad for parameter in layer.parameters())]

    here = [item.detach().clone() for item in results(layer, x)]
    layer.zero_grad()
    with StandIn():
        there = brought_back(results(layer.to("cuda"), x.to("cuda")), places := [])
    assert places == ["cuda"] * len(here)
    for one, other in zip(here, there, strict=True):
        torch.testing.assert_close(one, other.detach())


def test_a_shared_weight_stays_shared() -> None:
    layers = nn.ModuleList([nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False)])
    layers[1].weight = layers[0].weight
    with StandIn():
        moved(layers)
        assert layers[0].weight is layers[1].weight
        assert layers[0].weight.is_cuda


def test_nothing_of_it_stays_on() -> None:
    generator = torch.Generator
    with pytest.raises(ZeroDivisionError), StandIn():
        _ = 1 / 0
    assert torch.Generator is generator
    assert type(torch.ones(2)) is Tensor


def test_at_home_it_is_the_gpu() -> None:
    with gpu():
        x = torch.ones(2, device="cuda")
        assert x.device == torch.device("cuda", 0)
        assert isinstance(x, StandInTensor) is not torch.cuda.is_available()


def on_stand_in(function: Callable[..., object], *args: object, **more: object) -> dict[str, object]:
    request = {"target": "f", "stand_in": True, "calls": [{"args": list(args)}], **more}
    return dict(execute({"f": function}, request, {}, 1000))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("function", "places"),
    [(lambda x: x * 2, ["cuda"]), (lambda x: x.cpu() * 2, ["cpu"]), (lambda x: (x * 2, x.tolist()), ["cuda"])],
)
def test_a_response_has_plain_numbers_and_where_they_were(
    function: Callable[[Tensor], object], places: list[str]
) -> None:
    (call,) = on_stand_in(function, X)["calls"]  # type: ignore[misc]
    value = call["value"][0] if isinstance(call["value"], tuple) else call["value"]
    assert type(value) is Tensor
    assert torch.equal(value, X * 2)
    assert call["places"] == places
    assert call["untouched"]


def test_only_its_own_errors_are_about_devices() -> None:
    assert on_stand_in(lambda x: x + X, X)["raised"]["device"] is True  # type: ignore[index]
    assert on_stand_in(lambda x: x.resize_(2, 2), X)["raised"]["device"] is False  # type: ignore[index]
    assert on_stand_in(lambda x: x.numpy(), X)["raised"]["device"] is True  # type: ignore[index]


class Masked(nn.Module):
    """Keeps the mask of its first call."""

    def __init__(self) -> None:
        super().__init__()
        self.mask: Tensor | None = None

    def forward(self, x: Tensor) -> Tensor:
        """x with its upper triangle hidden."""
        self.mask = torch.ones_like(x).triu(1) > 0 if self.mask is None else self.mask
        return x.masked_fill(self.mask, 0)


def test_what_a_layer_has_kept_from_the_cpu_is_foreign_after_it_has_moved() -> None:
    assert "raised" not in on_stand_in(Masked, X, init=[])
    assert on_stand_in(Masked, X, init=[], after_use=True)["raised"]["device"] is True  # type: ignore[index]


def test_an_error_that_a_program_wraps_is_still_about_devices() -> None:
    def wrapped(x: Tensor) -> Tensor:
        try:
            return x + X
        except RuntimeError as error:
            raise ValueError("this does not fit") from error

    assert on_stand_in(wrapped, X)["raised"]["device"] is True  # type: ignore[index]
    assert describe_exception(ValueError("plain"), {})["device"] is False


def test_a_generator_draws_the_same_there() -> None:
    def drawn(probabilities: Tensor, generator: torch.Generator) -> Tensor:
        return torch.multinomial(probabilities, 4, replacement=True, generator=generator)

    probabilities = X.softmax(-1)
    (call,) = on_stand_in(drawn, probabilities, torch.Generator().manual_seed(3))["calls"]  # type: ignore[misc]
    assert torch.equal(call["value"], drawn(probabilities, torch.Generator().manual_seed(3)))


def test_a_tensor_that_is_kept_from_it_is_foreign_afterwards() -> None:
    kept: list[Tensor] = []

    def keeps(x: Tensor) -> Tensor:
        kept.append(x)
        return kept[0]

    target = TrustedNames({"f": keeps}, {})
    request = {"target": "f", "calls": [{"args": [X], "named": {}}]}
    target.ask([request | {"stand_in": True}])
    (response,) = target.ask([request])
    assert response["calls"][0]["value"].type_name == "StandInTensor"  # type: ignore[index]


def test_without_it_there_is_no_gpu() -> None:
    with StandIn():
        X.to("cuda")
    for call in (
        lambda x: x.cuda(),
        lambda x: torch.ones(2, device="cuda") + x,
        lambda x: nn.Linear(3, 3).cuda().bias + x,
    ):
        report = execute({"f": call}, {"target": "f", "calls": [{"args": [X]}]}, {}, 1000)
        assert report["raised"]["text"] == "Torch not compiled with CUDA enabled"
