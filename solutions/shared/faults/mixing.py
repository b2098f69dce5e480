"""Switches on the way from weights to the result: values, heads and the output projection."""

from collections.abc import Callable

import torch
from torch import Tensor

from autograder.diagnosis.model import Faults

MIXES: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "weights-transposed": lambda w, v: w.mT @ v,
    "weights-returned": lambda w, _: w,
    "values-returned": lambda _, v: v,
    "values-by-weights": lambda w, v: v @ w,
    "values-turned": lambda w, v: (w @ v).mT,
    "elementwise-mix": lambda w, v: w * v,
    "token-mean": lambda w, v: (w @ v).mean(-2),
    "token-mean/kept": lambda w, v: (w @ v).mean(-2, keepdim=True),
    "token-sum": lambda w, v: (w @ v).sum(-2),
    "token-sum/kept": lambda w, v: (w @ v).sum(-2, keepdim=True),
    "last-token": lambda w, v: (w @ v)[..., -1, :],
    "values-added": lambda w, v: w @ v + v,
    "uniform-weights": lambda w, v: v.mean(-2, keepdim=True).expand(*w.shape[:-1], v.shape[-1]),
    "largest-only": lambda w, v: (w == w.amax(-1, keepdim=True)).to(v.dtype) @ v,
    "values-positive-part": lambda w, v: w @ v.relu(),
    "result-positive-part": lambda w, v: (w @ v).relu(),
    "result-normalised": lambda w, v: (w @ v) / (w @ v).norm(dim=-1, keepdim=True),
    "result-softmaxed": lambda w, v: (w @ v).softmax(-1),
    "softmax-on-weights": lambda w, v: w.softmax(-1) @ v,
    "weights-renormalised": lambda w, v: (w / w.sum(-1, keepdim=True)) @ v,
    "lower-triangle": lambda w, v: w.tril() @ v,
    "values-added/mean": lambda w, v: w @ v + v.mean(-2, keepdim=True),
    "batch-summed": lambda w, v: (
        (w @ v).sum(0, keepdim=True).expand(*w.shape[:-1], v.shape[-1]) if w.ndim > 2 else w @ v
    ),
    "batch-averaged/result": lambda w, v: (
        (w @ v).mean(0, keepdim=True).expand(*w.shape[:-1], v.shape[-1]) if w.ndim > 2 else w @ v
    ),
    "first-of-batch/both": lambda w, v: (w[:1] @ v[:1]).expand(*w.shape[:-1], v.shape[-1]) if w.ndim > 2 else w @ v,
    "first-of-batch/weights": lambda w, v: (w[:1] if w.ndim > 2 else w) @ v,
    "first-of-batch/values": lambda w, v: w @ (v[:1] if v.ndim > 2 else v),
    "first-of-batch/cut": lambda w, v: w[0] @ v[0],
}


def mixed(weights: Tensor, values: Tensor, faults: Faults) -> Tensor:
    """Context vectors `(..., T_q, d_v)`."""
    function = MIXES.get(str(faults.get("mix", "")))
    return function(weights, values) if function else weights @ values


def _split(x: Tensor, num_heads: int) -> Tensor:
    return torch.unflatten(x, -1, (num_heads, x.shape[-1] // num_heads)).transpose(1, 2)


SPLITS: dict[str, Callable[[Tensor, int], Tensor]] = {
    "heads-by-view": lambda x, h: x.reshape(x.shape[0], h, x.shape[1], x.shape[2] // h),
    "heads-interleaved": lambda x, h: torch.unflatten(x, -1, (x.shape[-1] // h, h)).permute(0, 3, 1, 2),
    "heads-reversed": lambda x, h: _split(x, h).flip(1),
    "heads-not-transposed": lambda x, h: torch.unflatten(x, -1, (h, x.shape[-1] // h)),
    "heads-and-width-turned": lambda x, h: _split(x, h).mT,
    "tokens-reversed": lambda x, h: _split(x, h).flip(2),
    "one-head": lambda x, _: x.unsqueeze(1),
    "first-head-for-all": lambda x, h: _split(x, h)[:, :1].expand(-1, h, -1, -1),
    "heads-first": lambda x, h: _split(x, h).transpose(0, 1),
    "heads-not-transposed/last": lambda x, h: _split(x, h).permute(0, 2, 3, 1),
    "batch-moved": lambda x, h: torch.unflatten(x, -1, (h, x.shape[-1] // h)).transpose(0, 2),
    "head-count-and-width": lambda x, h: torch.unflatten(x, -1, (x.shape[-1] // h, h)).transpose(1, 2),
    "batch-merged": lambda x, h: _split(x, h).flatten(0, 1),
    "tokens-cut": lambda x, h: torch.unflatten(x, 1, (h, x.shape[1] // h)),
}


def split(x: Tensor, num_heads: int, faults: Faults) -> Tensor:
    """`(B, T, h·d_h)` → `(B, h, T, d_h)`."""
    whole = str(faults.get("split", ""))
    option = whole if whole in SPLITS else whole.split("/", maxsplit=1)[0]
    return SPLITS[option](x, num_heads) if option in SPLITS else _split(x, num_heads)


def _merge(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(2)


MERGES: dict[str, Callable[[Tensor], Tensor]] = {
    "merged-without-transpose": lambda x: x.reshape(x.shape[0], x.shape[2], -1),
    "merged-interleaved": lambda x: x.permute(0, 2, 3, 1).flatten(2),
    "merged-reversed": lambda x: _merge(x.flip(1)),
    "merged-last-dimensions": lambda x: x.mT.reshape(x.shape[0], x.shape[2], -1),
    "heads-summed": lambda x: x.sum(1),
    "heads-averaged": lambda x: x.mean(1),
    "first-head-only": lambda x: x[:, 0],
    "heads-repeated/sum": lambda x: x.sum(1).repeat(1, 1, x.shape[1]),
    "heads-repeated/mean": lambda x: x.mean(1).repeat(1, 1, x.shape[1]),
    "heads-repeated/first": lambda x: x[:, 0].repeat(1, 1, x.shape[1]),
    "heads-not-merged": lambda x: x.transpose(1, 2),
    "batch-moved": lambda x: x.transpose(0, 2).transpose(1, 2).flatten(2),
    "merged-along-tokens": lambda x: x.flatten(1, 2),
    "merged-along-tokens/turned": lambda x: x.transpose(1, 2).flatten(1, 2),
    "tokens-turned": lambda x: x.flatten(0, 1),
}


def merge(x: Tensor, faults: Faults) -> Tensor:
    """`(B, h, T, d_h)` → `(B, T, h·d_h)`."""
    function = MERGES.get(str(faults.get("merge", "")))
    return function(x) if function else _merge(x)
