"""Forbidden kernels are recorded however they are reached, and compute what they compute elsewhere."""

from collections.abc import Callable, Iterator

import pytest
import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention as attend

from autograder.sandbox.guest import library_calls
from tests.helpers.library_rules import FORBIDDEN_CALLS, RULES
from tests.helpers.torch_callables import ListRecord

Way = Callable[[Tensor], Tensor]


def energy(z: Tensor) -> Tensor:
    return z.softmax(-1).square().sum()


def itself(z: Tensor) -> Tensor:
    return attend(z, z, z)


SOFTMAX: dict[str, Way] = {
    "function": lambda z: torch.softmax(z, -1),
    "method": lambda z: z.log_softmax(1),
    "module": nn.Softmin(dim=-1),
    "special": lambda z: torch.special.logsumexp(z, -1),
    "operator": lambda z: torch.ops.aten._softmax(z, -1, False),
    "mapped": torch.vmap(nn.Softmax(-1)),
    "cross entropy": lambda z: nn.functional.cross_entropy(z[0, 0], torch.arange(4)),
    "cumulative": lambda z: z.logcumsumexp(-1),
    "inner loss": torch.func.grad(energy),
}
ATTENTION: dict[str, Way] = {
    "function": lambda z: attend(z, z, z, is_causal=True),
    "mask": lambda z: attend(z, z, z, attn_mask=torch.ones(4, 4).tril().bool()),
    "operator": lambda z: torch.ops.aten.scaled_dot_product_attention(z, z, z),
    "below": lambda z: torch._scaled_dot_product_attention_math(z, z, z)[0],
    "mapped": torch.vmap(itself),
    "nested": lambda z: itself(torch.nested.as_nested_tensor(list(z))).unbind()[0],
}
NORMALISATION: dict[str, Way] = {
    "function": lambda z: nn.functional.layer_norm(z, (4,)),
    "module": nn.LayerNorm((4, 4)),
    "of torch": lambda z: torch.layer_norm(z, (4,)),
    "operator": lambda z: torch.ops.aten.native_layer_norm(z, (4,), None, None, 1e-5)[0],
    "groups": lambda z: nn.functional.group_norm(z, 3),
    "batch": lambda z: nn.functional.batch_norm(z, None, None, training=True),
    "instances": nn.functional.instance_norm,
    "root of squares": nn.RMSNorm((4,)),
    "mapped": torch.vmap(nn.LayerNorm((4,))),
}
ROWS = torch.tensor([0, 3, 1, 2] * 6)
LOSS: dict[str, Way] = {
    "function": lambda z: nn.functional.cross_entropy(z.reshape(-1, 4), ROWS),
    "module": lambda z: nn.CrossEntropyLoss()(z.reshape(-1, 4), ROWS),
    "negative": lambda z: nn.functional.nll_loss(z.reshape(-1, 4), ROWS),
    "operator": lambda z: torch.ops.aten.nll_loss_forward(z.reshape(-1, 4), ROWS, None, 1, -100)[0],
    "divergence": lambda z: nn.functional.kl_div(z.reshape(-1, 4), torch.eye(4)[ROWS], reduction="batchmean"),
    "binary": lambda z: nn.functional.binary_cross_entropy_with_logits(z.reshape(-1, 4), torch.eye(4)[ROWS]),
}
pytestmark = pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
WAYS = {"softmax": SOFTMAX, "attention": ATTENTION, "normalisation": NORMALISATION, "loss": LOSS}
ALL = [(rule, way) for rule, ways in WAYS.items() for way in ways]


@pytest.fixture
def record() -> Iterator[ListRecord]:
    recorder = ListRecord()
    with library_calls.kernels_recorded(recorder, FORBIDDEN_CALLS):
        yield recorder


def asked(rule: str, way: str) -> list[Tensor]:
    """What the library gives, and the gradient it sends back."""
    z = torch.linspace(-3, 4, 96).reshape(2, 3, 4, 4).requires_grad_()
    result = WAYS[rule][way](z)
    torch.autograd.backward(result.square().sum())
    assert z.grad is not None
    return [result.detach(), z.grad]


@pytest.mark.parametrize(("rule", "way"), ALL)
def test_a_forbidden_call_is_recorded_however_it_is_reached(rule: str, way: str, record: ListRecord) -> None:
    asked(rule, way)
    assert RULES[rule].forbidden_among(record.calls)


@pytest.mark.parametrize(("rule", "way"), ALL)
def test_what_is_recorded_gives_the_same_to_the_bit(rule: str, way: str) -> None:
    plain = asked(rule, way)
    with library_calls.kernels_recorded(ListRecord(), FORBIDDEN_CALLS):
        assert all(map(torch.equal, asked(rule, way), plain))


@pytest.mark.parametrize("quiet", [torch.no_grad, torch.inference_mode])
def test_it_is_recorded_where_torch_keeps_no_account(quiet: Callable[[], torch.no_grad], record: ListRecord) -> None:
    z = torch.ones(2, 4, 4)
    with quiet():
        torch.softmax(z, -1)
        attend(z, z, z)
    assert RULES["softmax"].forbidden_among(record.calls)
    assert RULES["attention"].forbidden_among(record.calls)


def test_a_softmax_of_ones_own_is_not_recorded(record: ListRecord) -> None:
    z = torch.ones(2, 4, 4, requires_grad=True)
    powers = torch.exp(z - z.amax(-1, keepdim=True))
    torch.autograd.backward((powers / powers.sum(-1, keepdim=True)).square().sum())
    assert not record.calls


def test_a_softmax_is_no_attention(record: ListRecord) -> None:
    torch.softmax(torch.ones(2, 2), -1)
    assert RULES["softmax"].forbidden_among(record.calls)
    assert not RULES["attention"].forbidden_among(record.calls)


def test_nothing_is_recorded_when_it_is_over() -> None:
    recorder = ListRecord()
    with library_calls.kernels_recorded(recorder, FORBIDDEN_CALLS):
        pass
    torch.softmax(torch.ones(2, 2), -1)
    assert not recorder.calls
