"""Prepares the fork server: everything that torch does on first use is done here, so that no worker pays for it.

New memory is filled with NaN, so that a program which returns it is never right by luck: freed memory is handed out
again with its old content, very often the right values of a moment ago. torch fills new memory in its deterministic
mode; there it warns (workers are silent) of operations that have no deterministic form, none of which runs on the CPU.
Code that fills the memory afterwards, such as `nn.Linear`, notices nothing.
"""

import functools
import importlib
import sys
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from .execute import seed_everything
from .fast_start.imports import skip_compiler


def warm_up() -> None:
    """Run forward and backward through what exercises use, in every dtype and on meta."""
    skip_compiler()
    for dtype in (torch.float32, torch.float64, torch.bfloat16):
        _attention("cpu", dtype)
    _attention("meta", torch.float32)
    torch.autograd.backward(nn.Embedding(5, 3)(torch.tensor([1, 2])).sum())
    torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)
    seed_everything(0)  # numpy imports its generators on first use


def import_compiler() -> None:
    """Import torch's compiler (over eight hundred modules) and call what needs it."""
    dynamo: Any = importlib.import_module("torch._dynamo")
    dynamo.config.recompile_limit = dynamo.config.accumulated_recompile_limit = 1_000_000  # checks have many shapes
    x = torch.ones(2, 3, requires_grad=True)
    torch.func.jacrev(torch.sin)(x)  # calls that no rule forbids
    torch.func.hessian(lambda z: z.exp().sum())(x.detach())
    checkpoint = importlib.import_module("torch.utils.checkpoint").checkpoint
    torch.autograd.backward(checkpoint(torch.sin, x, use_reentrant=False).sum())


def _attention(device: str, dtype: torch.dtype) -> None:
    x = torch.ones(2, 3, 4, device=device, dtype=dtype, requires_grad=True)
    layer = nn.Linear(4, 4, bias=False, device=device, dtype=dtype)
    scores = layer(x) @ layer(x).transpose(-2, -1) / 2
    mask = torch.triu(torch.ones(3, 3, device=device), diagonal=1).bool()
    weights = nn.functional.dropout(torch.softmax(scores.masked_fill(mask, float("-inf")), dim=-1), 0.5)
    heads = (weights @ x).view(2, 3, 2, 2).transpose(1, 2).reshape(2, 3, 4)
    heads = (
        heads
        + nn.functional.scaled_dot_product_attention(x, x, x, is_causal=True)
        + torch.einsum("btc,dc->btd", x, x[0, :, :1].expand(3, 4)[:1].expand(4, 4))
    )
    loss = ((heads - 1.0) ** 2).mean()
    torch.autograd.backward(loss)
    nn.functional.mse_loss(heads, torch.zeros_like(heads))
    torch.exp(x - torch.logsumexp(x, -1, keepdim=True)).amax(-1).tril()
    torch.cat([x, x], -1), torch.stack([x, x]), torch.tril(x), torch.cumsum(x, 0)


def poison_new_memory() -> None:
    """From now on `torch.empty`, `torch.Tensor(3, 4)`, `numpy.empty` and the like contain NaN, or extreme integers."""
    # Not torch.use_deterministic_algorithms, which also imports the compiler's settings; that takes seconds.
    torch._C._set_deterministic_algorithms(True, warn_only=True)  # noqa: SLF001
    numpy = sys.modules.get("numpy")
    for name in ("empty", "empty_like") if numpy else ():
        setattr(numpy, name, _filled_with_nan(getattr(numpy, name)))


def _filled_with_nan(make: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(make)
    def filled(*args: Any, **kwargs: Any) -> Any:
        array = make(*args, **kwargs)
        if array.dtype.kind in "fc":
            array.fill(float("nan"))
        return array

    return filled
