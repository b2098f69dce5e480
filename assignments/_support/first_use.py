"""Computes what the tests of a part may compute, so that memory and modules are there before a file is saved."""

import contextlib
import warnings

import torch
from torch import Tensor, nn

from .compare import assert_close
from .gradients import assert_differentiable
from .stand_in import StandIn


def use_torch_once() -> None:
    """Use the usual operations of torch once; nothing that a test can see changes."""
    state = torch.get_rng_state()
    try:
        with warnings.catch_warnings(), contextlib.suppress(Exception):  # nobody has asked for this
            warnings.simplefilter("ignore")
            _use_torch()
    finally:
        torch.set_rng_state(state)


def _use_torch() -> None:
    torch.manual_seed(0)
    _mask(8, "cpu").any()
    _mask(200, "cpu").to(torch.float64)
    if not torch.backends.cuda.is_built():  # type: ignore[no-untyped-call]  # no real GPU before a process is forked
        with StandIn():
            _mask(8, "cuda").any()
    x = torch.linspace(-1, 1, 12).reshape(2, 3, 2)
    head = _Head()
    assert_close(head.eval()(x), torch.empty_like(x).copy_(head(x)), call="")
    assert_differentiable(head, x, call="")
    head.train()(x).square().mean().backward()
    layers = head.layers[0](x), head.layers[1](x), x.new_ones(2, 3, 2)
    nn.functional.scaled_dot_product_attention(*layers, is_causal=True).tolist()


def _mask(size: int, device: str) -> Tensor:
    places = torch.arange(size, device=device)
    later = torch.ones(size, size, dtype=torch.bool, device=device).triu(diagonal=1) | (places > places[:, None])
    return torch.zeros(size, size, device=device).masked_fill(later, -torch.inf).tril()


class _Head(nn.Module):
    """Attention with a softmax, dropout and a layer behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(2, 2) for _ in range(3))
        self.dropout = nn.Dropout(0.5)

    def forward(self, x: Tensor) -> Tensor:
        queries, keys, values = (layer(x) for layer in self.layers)
        products = torch.matmul(queries, keys.transpose(1, 2)) / keys.shape[-1] ** 0.5
        weights = self.dropout((products + _mask(x.shape[1], "cpu")).softmax(dim=-1))
        return torch.cat([part @ values for part in (weights,)], dim=-1)
