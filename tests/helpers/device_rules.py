"""What a GPU allows and what it refuses: calls with tensors on it and on the CPU.

`python -m benchmarks.device_rules` asks a real GPU, where there is one; the tests ask the stand-in.
"""

import math
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

Call = Callable[[Tensor, torch.device], object]  # of a tensor (3, 3) there, and of the device

ONES = torch.ones(3, 3)
MASK = ONES.triu(1).bool()
IDS = torch.tensor([0, 2, 1])
NUMBER = torch.tensor(2.0)


def _within_device(x: Tensor) -> Tensor:
    with x.device:
        return torch.zeros(3) + x


def _gradient(x: Tensor) -> Tensor:
    weights = nn.Parameter(x.clone())
    (weights * 2).sum().backward()
    return weights.grad + x


ALLOWED: dict[str, Call] = {
    "x + number": lambda x, _: x + NUMBER,
    "number - x": lambda x, _: NUMBER - x,
    "x += number": lambda x, _: x.add_(NUMBER),
    "x / sqrt of a number": lambda x, _: x / NUMBER.sqrt(),
    "x > number": lambda x, _: x > NUMBER,
    "x ** number": lambda x, _: x**NUMBER,
    "maximum(x, number)": lambda x, _: torch.maximum(x, NUMBER),
    "atan2(x, number)": lambda x, _: torch.atan2(x, NUMBER),
    "addcmul(x, x, number)": lambda x, _: torch.addcmul(x, x, NUMBER),
    "lerp(x, x, number)": lambda x, _: torch.lerp(x, x, NUMBER),
    "where(mask, x, number)": lambda x, _: torch.where(x > 0, x, NUMBER),
    "where(one truth, x, number)": lambda x, _: torch.where(torch.tensor(True), x, NUMBER),
    "where(mask, number, number)": lambda x, _: torch.where(x > 0, NUMBER, NUMBER),
    "masked_fill(mask, number)": lambda x, _: x.masked_fill(x > 0, NUMBER),
    "(x > 0) & one truth": lambda x, _: (x > 0) & torch.tensor(True),
    "dist(x, number)": lambda x, _: torch.dist(x, NUMBER),
    "vmap with a number": lambda x, _: torch.func.vmap(lambda row: row + NUMBER)(x),
    "index_fill(ids there, number)": lambda x, d: x.index_fill(0, IDS.to(d), NUMBER),
    "fill_(number)": lambda x, _: x.fill_(NUMBER),
    "x[ids]": lambda x, _: x[IDS],
    "x[mask]": lambda x, _: x[MASK],
    "x[mask] = 0": lambda x, _: x.__setitem__(MASK, 0.0),
    "x[mask] = number": lambda x, _: x.__setitem__(MASK, NUMBER),
    "ones[mask] = x[0, 0]": lambda x, _: ONES.clone().__setitem__(MASK, x[0, 0]),
    "ones[ids there] = ones": lambda _, d: ONES.clone().__setitem__(IDS.to(d), ONES),
    "select_scatter(row)": lambda x, _: x.select_scatter(torch.ones(3), 0, 0),
    "x[0] = row": lambda x, _: x.__setitem__(0, torch.ones(3)),
    "x[tril_indices]": lambda x, _: x[tuple(torch.tril_indices(3, 3))],
    "x.type_as(ones) + ones": lambda x, _: x.type_as(ONES) + ONES,
    "ones.copy_(x)": lambda x, _: ONES.clone().copy_(x),
    "x.copy_(ones)": lambda x, _: x.copy_(ONES),
    "one_hot there": lambda _, d: functional.one_hot(torch.arange(3, device=d), 3),
    "multinomial": lambda x, _: torch.multinomial(x.softmax(-1), 1),
    "multinomial, generator there": lambda x, d: torch.multinomial(
        x.softmax(-1), 1, generator=torch.Generator(device=d)
    ),
    "x[0, 0].item()": lambda x, _: x[0, 0].item(),
    "x.tolist()": lambda x, _: x.tolist(),
    "assert isfinite(x).all()": lambda x, _: bool(torch.isfinite(x).all()),
    "equal": lambda x, _: torch.equal(x, x.clone()),
    "math.sqrt of an entry": lambda x, _: math.sqrt(abs(x[0, 0])),
    "range of a tensor": lambda _, d: list(range(torch.tensor(3, device=d))),
    "x.cpu().numpy()": lambda x, _: x.cpu().numpy(),
    "nonzero": lambda x, _: (x > 0).nonzero(),
    "x[x > 0]": lambda x, _: x[x > 0],
    "unique": lambda x, _: x.unique(),
    "repeat_interleave, counts there": lambda _, d: torch.repeat_interleave(torch.tensor([1, 2], device=d)),
    "tensor([x[0, 0], x[1, 1]])": lambda x, _: torch.tensor([x[0, 0], x[1, 1]]),
    "as_tensor(list, device=)": lambda x, _: torch.as_tensor([1.0, 2.0], device=x.device) + x[0, :2],
    "new_tensor, new_zeros, full_like": lambda x, _: x + x.new_tensor([1.0]) + x.new_zeros(3) + torch.full_like(x, 2),
    "with x.device": lambda x, _: _within_device(x),
    "arange(device=)": lambda x, _: torch.arange(3, device=x.device) * x,
    "Normal(0, 1).cdf(x)": lambda x, _: torch.distributions.Normal(0.0, 1.0).cdf(x),
    "repr and format": lambda x, _: (repr(x), f"{x.sum():.2f}"),
    "a gradient is there": lambda x, _: _gradient(x),
    "pad, roll, flip, topk, cumsum": lambda x, _: (
        functional.pad(x, (1, 0)),
        x.roll(1),
        x.flip(0),
        x.topk(2),
        x.cumsum(0),
    ),
}
REFUSED: dict[str, Call] = {
    "x + ones": lambda x, _: x + ONES,
    "x + one of one": lambda x, _: x + torch.ones(1),
    "row + x[0, 0]": lambda x, _: torch.ones(3) + x[0, 0],
    "number.add_(x[0, 0])": lambda x, _: NUMBER.clone().add_(x[0, 0]),
    "x += ones": lambda x, _: x.add_(ONES),
    "x > ones": lambda x, _: x > ONES,
    "clamp(x, number)": lambda x, _: torch.clamp(x, NUMBER),
    "clamp_(max=number)": lambda x, _: x.clamp_(max=NUMBER),
    "lerp(x, number, x)": lambda x, _: torch.lerp(x, NUMBER, x),
    "lerp(x, number, number)": lambda x, _: torch.lerp(x, NUMBER, NUMBER),
    "addcmul(x, number, x)": lambda x, _: torch.addcmul(x, NUMBER, x),
    "addcdiv(x, x, number)": lambda x, _: torch.addcdiv(x, x, NUMBER),
    "normal(x, number)": lambda x, _: torch.normal(x, NUMBER),
    "stack with a number": lambda x, _: torch.stack([x[0, 0], NUMBER]),
    "cat with nothing": lambda x, _: torch.cat([x, torch.ones(0)]),
    "add(x, x, out=ones)": lambda x, _: torch.add(x, x, out=ONES.clone()),
    "where(mask, x, 0)": lambda x, _: torch.where(MASK, x, 0.0),
    "where(mask there, ones, ones)": lambda x, _: torch.where(x > 0, ONES, ONES),
    "mask & mask": lambda x, _: (x > 0) & MASK,
    "allclose": lambda x, _: torch.allclose(x, ONES),
    "masked_fill(mask)": lambda x, _: x.masked_fill(MASK, 0.0),
    "masked_fill(one truth)": lambda x, _: x.masked_fill(torch.tensor(True), 0.0),
    "masked_fill_(mask)": lambda x, _: x.masked_fill_(MASK, 0.0),
    "masked_select(mask)": lambda x, _: x.masked_select(MASK),
    "x[ids] = rows": lambda x, d: x.__setitem__(torch.tensor([0], device=d), torch.ones(1, 3)),
    "ones[ids] = x": lambda x, _: ONES.clone().__setitem__(IDS, x),
    "ones[ids there]": lambda _, d: ONES[torch.tensor([0], device=d)],
    "index_select(ids)": lambda x, _: x.index_select(0, IDS),
    "index_fill(ids)": lambda x, _: x.index_fill(0, IDS, 0.0),
    "gather(ids)": lambda x, _: x.gather(1, IDS[:, None]),
    "scatter(ids)": lambda x, _: x.scatter(1, IDS[:, None], 1.0),
    "embedding(ids)": lambda x, _: functional.embedding(IDS, x),
    "x @ ones": lambda x, _: x @ ONES,
    "x @ vector": lambda x, _: x @ torch.ones(3),
    "bmm": lambda x, _: x[None].bmm(ONES[None]),
    "einsum": lambda x, _: torch.einsum("ij,jk", x, ONES),
    "linear(weight)": lambda x, _: functional.linear(x, ONES),
    "Linear of the CPU": lambda x, _: nn.Linear(3, 3)(x),
    "layer_norm(weight)": lambda x, _: functional.layer_norm(x, (3,), torch.ones(3)),
    "cat": lambda x, _: torch.cat([x, ONES]),
    "stack": lambda x, _: torch.stack([x, ONES]),
    "attention(mask)": lambda x, _: functional.scaled_dot_product_attention(x[None], x[None], x[None], attn_mask=~MASK),
    "cross_entropy(targets)": lambda x, _: functional.cross_entropy(x, IDS),
    "mse_loss(ones)": lambda x, _: functional.mse_loss(x, ONES),
    "multinomial, generator of the CPU": lambda x, _: torch.multinomial(x.softmax(-1), 1, generator=torch.Generator()),
    "rand there, generator of the CPU": lambda _, d: torch.rand(3, device=d, generator=torch.Generator()),
    "x.numpy()": lambda x, _: x.numpy(),
    "np.asarray(x)": lambda x, _: np.asarray(x),
    "zeros_like(x, device='cpu') + x": lambda x, _: torch.zeros_like(x, device="cpu") + x,
    "x.pin_memory()": lambda x, _: x.pin_memory(),
}


def outcome(call: Call, x: Tensor) -> str:
    """Return "" if a call runs on a copy of `x`, else the error that it ends with."""
    try:
        call(x.clone(), x.device)
    except Exception as error:  # noqa: BLE001 - whatever it is, the call does not run
        return f"{type(error).__name__}: {str(error).splitlines()[0][:120]}"
    return ""
