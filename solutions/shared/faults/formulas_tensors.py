"""Derivations whose result is a tensor, or a tuple of them."""

import torch
from torch import Tensor

from autograder.checking.samples import sample
from solutions.shared.faults.derivation import Derivation

TWO = ((7, 3), (5, 11), (12, 4), (6, 13))
ONE = ((5,), (8,), (3,), (14,))
SHARES = tuple((sample(n, seed=n, scale=1.5).softmax(-1).double(),) for n in (3, 5, 4))
COLUMNS = tuple((sample(T, d, seed=T).double(),) for T, d in ((5, 3), (4, 7), (6, 2)))
SHIFTS = tuple((sample(T, d, seed=T).double(), sample(d, seed=d).double()) for T, d in ((5, 3), (4, 7), (3, 3)))


def _jacobian(p: Tensor) -> Tensor:
    return p.diag() - p.outer(p)


def _causal_rows(T: int) -> Tensor:
    return torch.ones(T, T).tril() / torch.arange(1, T + 1)[:, None]


def _unit_row(T: int) -> Tensor:
    return torch.eye(T)[0]


TENSORS: dict[str, Derivation] = {
    "softmax_jacobian": Derivation(
        _jacobian,
        SHARES,
        {
            "outer-product-missing": lambda p: p.diag(),
            "diagonal-missing": lambda p: -p.outer(p),
            "sign-of-the-jacobian": lambda p: -_jacobian(p),
            "sign-of-the-jacobian/plus": lambda p: p.diag() + p.outer(p),
            "only-the-diagonal": lambda p: (p * (1 - p)).diag(),
            "only-the-diagonal/vector": lambda p: p * (1 - p),
            "identity-for-diagonal": lambda p: torch.eye(len(p), dtype=p.dtype) - p.outer(p),
            "softmax-of-shares": lambda p: _jacobian(p.softmax(-1)),
            "diagonal-squared": lambda p: (p**2).diag() - p.outer(p),
            "outer-product-summed": lambda p: p.diag() - (p**2).diag().sum(),
        },
    ),
    "first_row": Derivation(
        _unit_row,
        ONE,
        {
            "row-of-equal-shares": lambda T: torch.full((T,), 1 / T),
            "row-of-ones": torch.ones,
            "row-of-zeros": torch.zeros,
            "last-place": lambda T: torch.eye(T)[-1],
            "second-place": lambda T: torch.eye(T)[1],
            "row-as-matrix": lambda T: torch.eye(T)[:1],
            "row-as-matrix/all": torch.eye,
        },
    ),
    "uniform_causal_weights": Derivation(
        _causal_rows,
        ONE,
        {
            "rows-not-divided": lambda T: torch.ones(T, T).tril(),
            "rows-divided-by-all": lambda T: torch.ones(T, T).tril() / T,
            "mask-left-out": lambda T: torch.ones(T, T) / T,
            "columns-divided": lambda T: torch.ones(T, T).tril() / torch.ones(T, T).tril().sum(0),
            "causal-weights-turned": lambda T: _causal_rows(T).T,
            "upper-triangle": lambda T: torch.ones(T, T).triu() / torch.ones(T, T).triu().sum(-1, keepdim=True),
            "zeros-in-softmax": lambda T: torch.ones(T, T).tril().softmax(-1),
        },
    ),
    "key_bias_shift": Derivation(
        lambda q, b: q @ b,
        SHIFTS,
        {
            "shift-scaled": lambda q, b: q @ b / q.shape[-1] ** 0.5,
            "sign-of-the-shift": lambda q, b: -(q @ b),
            "shift-without-queries": lambda q, b: b.sum().expand(len(q)),
            "shift-not-summed": lambda q, b: q * b,
            "bias-added-to-queries": lambda q, b: q + b,
            "bias-added-to-queries/summed": lambda q, b: (q + b).sum(-1),
            "shift-without-bias": lambda q, _: q.sum(-1),
            "shift-as-column": lambda q, b: (q @ b)[:, None],
            "shift-as-column/matrix": lambda q, b: (q @ b)[:, None].expand(len(q), len(q)),
            "shift-of-means": lambda q, b: (q * b).mean(-1),
            "shift-summed-over-tokens": lambda q, b: (q * b).sum(0),
        },
    ),
    "cross_scores_shape": Derivation(
        lambda a, b: (a, b),
        TWO,
        {
            "shape-turned": lambda a, b: (b, a),
            "shape-of-self-attention": lambda a, _: (a, a),
            "shape-of-self-attention/second": lambda _, b: (b, b),
            "sizes-added": lambda a, b: (a + b, a + b),
            "count-for-shape": lambda a, b: a * b,
        },
    ),
    "context_bounds": Derivation(
        lambda v: (v.amin(0), v.amax(0)),
        COLUMNS,
        {
            "bounds-in-wrong-order": lambda v: (v.amax(0), v.amin(0)),
            "bounds-per-token": lambda v: (v.amin(-1), v.amax(-1)),
            "bounds-of-everything": lambda v: (v.amin().expand(v.shape[-1]), v.amax().expand(v.shape[-1])),
            "bounds-of-everything/numbers": lambda v: (v.amin(), v.amax()),
            "bounds-kept": lambda v: (v.amin(0, keepdim=True), v.amax(0, keepdim=True)),
            "bounds-from-sizes": lambda v: (v.abs().amin(0), v.abs().amax(0)),
            "bounds-from-sizes/symmetric": lambda v: (-v.abs().amax(0), v.abs().amax(0)),
            "bounds-from-spread": lambda v: (v.mean(0) - v.std(0), v.mean(0) + v.std(0)),
            "bounds-from-sums": lambda v: (v.clamp(max=0).sum(0), v.clamp(min=0).sum(0)),
            "bounds-from-zero": lambda v: (torch.zeros_like(v[0]), v.amax(0)),
            "bounds-from-mean": lambda v: (v.amin(0), v.mean(0)),
            "bounds-first-and-last": lambda v: (v[0], v[-1]),
        },
    ),
}
