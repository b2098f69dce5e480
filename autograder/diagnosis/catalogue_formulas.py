"""Derivations: the right formula of each, the wrong ones that have a name, and sizes to ask for."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from autograder.checks.sizes import numbers
from autograder.diagnosis.model import Faults, Model, Probe

Formula = Callable[..., Any]


@dataclass(frozen=True)
class Derivation:
    """One formula with its wrong forms; `sizes` are the arguments that are asked."""

    right: Formula
    sizes: Sequence[tuple[Any, ...]]
    wrong: dict[str, Formula] = field(default_factory=dict)


THREE = ((7, 3, 11), (5, 13, 2), (4, 9, 6), (10, 17, 3))
TWO = ((7, 3), (5, 11), (12, 4), (6, 13))
ONE = ((5,), (8,), (3,), (14,))
SPREADS = ((5, 1.5), (12, 0.7), (3, 2.2), (7, 1.3))
FOUR = ((7, 3, 11, 2), (5, 13, 2, 3), (4, 9, 6, 5), (10, 17, 3, 7))
SHARES = tuple((numbers(n, seed=n, scale=1.5).softmax(-1).double(),) for n in (3, 5, 4))
COLUMNS = tuple((numbers(T, d, seed=T).double(),) for T, d in ((5, 3), (4, 7), (6, 2)))
SHIFTS = tuple((numbers(T, d, seed=T).double(), numbers(d, seed=d).double()) for T, d in ((5, 3), (4, 7), (3, 3)))
RATES = ((2.0, 0.3), (0.7, 4.1), (3.0, 0.1), (1.1, 1.6))
PATHS = ((5.0, 2.0, 0.3, 0.01), (-3.0, 0.7, 2.1, 0.2), (10.0, 1.5, 0.2, 0.05), (0.5, 1.1, 0.4, 1.0))


def _projections(d_in: int, d_kq: int, d_v: int) -> int:
    return 2 * d_in * d_kq + d_in * d_v


def _jacobian(p: Tensor) -> Tensor:
    return p.diag() - p.outer(p)


def _causal_rows(T: int) -> Tensor:
    return torch.ones(T, T).tril() / torch.arange(1, T + 1)[:, None]


def _unit_row(T: int) -> Tensor:
    return torch.eye(T)[0]


def _steps(x0: float, curvature: float, rate: float, tolerance: float) -> int:
    factor, steps = abs(1 - rate * curvature), 0
    while abs(x0) * factor**steps > tolerance:
        steps += 1
    return steps


MATRIX_COUNTS: dict[str, Formula] = {
    "one-matrix-forgotten": lambda d, k, v: d * k + d * v,
    "one-matrix-forgotten/values": lambda d, k, _: 2 * d * k,
    "all-the-same-width": lambda d, k, _: 3 * d * k,
    "all-the-same-width/values": lambda d, _, v: 3 * d * v,
    "biases-counted": lambda d, k, v: _projections(d, k, v) + 2 * k + v,
    "keys-and-values-mixed-up": lambda d, k, v: d * k + 2 * d * v,
    "widths-squared": lambda d, k, v: 3 * d * d,
}
DERIVATIONS: dict[str, Derivation] = {
    "n_params_self_attention": Derivation(_projections, THREE, MATRIX_COUNTS),
    "n_params_cross": Derivation(_projections, THREE, MATRIX_COUNTS),
    "n_params_wrapper": Derivation(
        lambda d, k, v, h: h * _projections(d, k, v),
        FOUR,
        {
            "heads-not-counted": lambda d, k, v, _: _projections(d, k, v),
            "heads-not-counted/values": lambda d, k, v, h: 2 * h * d * k + d * v,
            "heads-share-the-width": lambda d, k, v, h: h * (2 * d * (k // h) + d * (v // h)),
            "output-projection-counted": lambda d, k, v, h: h * _projections(d, k, v) + (h * v) ** 2,
            **{name: (lambda d, k, v, h, count=count: h * count(d, k, v)) for name, count in MATRIX_COUNTS.items()},
        },
    ),
    "n_params_single_head": Derivation(
        lambda d: 3 * d * (d + 1),
        ONE,
        {
            "biases-missing": lambda d: 3 * d * d,
            "biases-missing/one": lambda d: 3 * d * d + d,
            "biases-missing/ones": lambda d: 3 * (d * d + 1),
            "one-matrix-forgotten": lambda d: d * d + d,
            "one-matrix-forgotten/two": lambda d: 2 * (d * d + d),
            "output-projection-counted": lambda d: 4 * (d * d + d),
        },
    ),
    "n_qkv_weights": Derivation(
        lambda d: 3 * d * d,
        ONE,
        {
            "biases-counted": lambda d: 3 * d * (d + 1),
            "one-matrix-forgotten": lambda d: d * d,
            "one-matrix-forgotten/two": lambda d: 2 * d * d,
            "output-projection-counted": lambda d: 4 * d * d,
        },
    ),
    "dot_product_variance": Derivation(
        lambda d, s: d * s**4,
        SPREADS,
        {
            "variance-of-one-entry": lambda d, s: d * s**2,
            "variance-of-one-entry/one": lambda _, s: s**4,
            "standard-deviation-for-variance": lambda d, s: math.sqrt(d) * s**2,
            "standard-deviation-for-variance/squared": lambda d, s: d**2 * s**4,
        },
    ),
    "scaled_score_std": Derivation(
        lambda _, s: s**2,
        SPREADS,
        {
            "variance-for-standard-deviation": lambda _, s: s**4,
            "spread-of-one-entry": lambda _, s: s,
            "spread-of-one-entry/one": lambda _, __: 1.0,
            "scale-forgotten": lambda d, s: math.sqrt(d) * s**2,
            "scale-forgotten/twice": lambda d, s: s**2 / math.sqrt(d),
            "scale-forgotten/root": lambda d, s: s * math.sqrt(d),
        },
    ),
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
            "outer-product-missing/square": lambda p: p.diag() - (p**2).diag().sum(),
        },
    ),
    "n_params_causal": Derivation(
        lambda c, d: 4 * c * d,
        TWO,
        {
            "output-projection-forgotten": lambda c, d: 3 * c * d,
            "biases-counted": lambda c, d: 4 * c * d + 3 * d + c,
            "widths-squared": lambda c, _: 4 * c * c,
            "widths-squared/head": lambda _, d: 4 * d * d,
            "widths-squared/output": lambda c, d: 3 * c * d + c * c,
            "widths-squared/output-head": lambda c, d: 3 * c * d + d * d,
        },
    ),
    "n_params_with_embedding": Derivation(
        lambda V, c, d: V * c + 4 * c * d,
        THREE,
        {
            "embedding-forgotten": lambda _, c, d: 4 * c * d,
            "embedding-only": lambda V, c, _: V * c,
            "output-projection-forgotten": lambda V, c, d: V * c + 3 * c * d,
            "embedding-twice": lambda V, c, d: 2 * V * c + 4 * c * d,
            "embedding-of-head-width": lambda V, c, d: V * d + 4 * c * d,
        },
    ),
    "n_visible_pairs": Derivation(
        lambda T: T * (T + 1) // 2,
        ONE,
        {
            "all-pairs": lambda T: T * T,
            "self-not-counted": lambda T: T * (T - 1) // 2,
            "half-of-all-pairs": lambda T: T * T // 2,
            "half-of-all-pairs/exact": lambda T: T * T / 2,
            "half-forgotten": lambda T: T * (T + 1),
        },
    ),
    "first_row": Derivation(
        _unit_row,
        ONE,
        {
            "row-of-equal-shares": lambda T: torch.full((T,), 1 / T),
            "row-of-ones": lambda T: torch.ones(T),
            "row-of-zeros": lambda T: torch.zeros(T),
            "last-place": lambda T: torch.eye(T)[-1],
            "second-place": lambda T: torch.eye(T)[1],
            "row-as-matrix": lambda T: torch.eye(T)[:1],
            "row-as-matrix/all": lambda T: torch.eye(T),
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
    "n_params_multihead": Derivation(
        lambda d: 4 * d * d,
        ONE,
        {
            "output-projection-forgotten": lambda d: 3 * d * d,
            "biases-counted": lambda d: 4 * d * (d + 1),
            "one-matrix-only": lambda d: d * d,
        },
    ),
    "head_dim": Derivation(
        lambda d, h: d // h,
        ((12, 3), (20, 5), (14, 2), (36, 4)),
        {
            "heads-multiplied": lambda d, h: d * h,
            "width-of-the-model": lambda d, _: d,
            "number-of-heads": lambda _, h: h,
            "quotient-turned": lambda d, h: h / d,
            "root-of-the-width": lambda d, h: math.sqrt(d / h),
            "off-by-one": lambda d, h: d // h + 1,
        },
    ),
    "attention_matmul_flops": Derivation(
        lambda T, d: 4 * T * T * d,
        TWO,
        {
            "adds-not-counted": lambda T, d: 2 * T * T * d,
            "adds-not-counted/one": lambda T, d: T * T * d,
            "tokens-not-squared": lambda T, d: 4 * T * d,
            "width-squared": lambda T, d: 4 * T * d * d,
            "projections-counted": lambda T, d: 4 * T * T * d + 8 * T * d * d,
            "projections-counted/three": lambda T, d: 4 * T * T * d + 6 * T * d * d,
            "width-missing": lambda T, _: 4 * T * T,
            "third-product": lambda T, d: 6 * T * T * d,
            "masked-pairs-left-out": lambda T, d: 2 * T * (T + 1) * d,
            "adds-one-less": lambda T, d: T * T * (2 * d - 1) + T * d * (2 * T - 1),
        },
    ),
    "weights_bytes": Derivation(
        lambda B, T, h, n: B * h * T * T * n,
        ((2, 7, 3, 4), (5, 3, 2, 8), (3, 11, 7, 2), (4, 5, 6, 1)),
        {
            "heads-not-counted": lambda B, T, _, n: B * T * T * n,
            "batch-not-counted": lambda _, T, h, n: h * T * T * n,
            "tokens-not-squared": lambda B, T, h, n: B * h * T * n,
            "bytes-not-counted": lambda B, T, h, _: B * h * T * T,
            "bits-for-bytes": lambda B, T, h, n: 8 * B * h * T * T * n,
            "bits-for-bytes/eighth": lambda B, T, h, n: B * h * T * T * n / 8,
            "masked-pairs-left-out": lambda B, T, h, n: B * h * T * (T + 1) // 2 * n,
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
    "largest_stable_learning_rate": Derivation(
        lambda c: 2 / c,
        ((2.0,), (0.7,), (5.0,)),
        {
            "fastest-rate": lambda c: 1 / c,
            "quotient-turned": lambda c: c / 2,
            "product-for-quotient": lambda c: 2 * c,
            "curvature-ignored": lambda _: 2.0,
        },
    ),
    "contraction_factor": Derivation(
        lambda c, rate: abs(1 - rate * c),
        RATES,
        {
            "absolute-value-missing": lambda c, rate: 1 - rate * c,
            "absolute-value-missing/other": lambda c, rate: rate * c - 1,
            "factor-halved": lambda c, rate: abs(1 - rate * c / 2),
            "factor-doubled": lambda c, rate: abs(1 - 2 * rate * c),
            "sum-for-difference": lambda c, rate: 1 + rate * c,
            "one-forgotten": lambda c, rate: rate * c,
            "quotient-for-product": lambda c, rate: abs(1 - rate / c),
            "quotient-for-product/other": lambda c, rate: abs(1 - c / rate),
            "factor-squared": lambda c, rate: (1 - rate * c) ** 2,
            "factor-cut": lambda c, rate: max(0.0, 1 - rate * c),
        },
    ),
    "steps_to_tolerance": Derivation(
        _steps,
        PATHS,
        {
            "one-step-too-many": lambda *a: _steps(*a) + 1,
            "one-step-too-few": lambda *a: max(_steps(*a) - 1, 0),
            "one-step-too-few/negative": lambda *a: _steps(*a) - 1,
            "start-ignored": lambda _, c, rate, tol: _steps(1.0, c, rate, tol),
            "tolerance-relative": lambda x, c, rate, tol: _steps(1.0, c, rate, tol),
        },
    ),
}


def formula_model(name: str) -> Model | None:
    """The model of a derivation that is a formula; None for witnesses."""
    derivation = DERIVATIONS.get(name)
    if derivation is None:
        return None

    def compute(args: tuple[Any, ...], faults: Faults) -> Any:
        option = str(faults.get("formula", ""))
        return derivation.wrong.get(option, derivation.right)(*args)

    probes = tuple(
        Probe({"target": name, "calls": [{"args": list(args), "named": {}}]}, args) for args in derivation.sizes
    )
    return Model(probes, {"formula": tuple(derivation.wrong)}, compute, pairs=False, formula=True)
