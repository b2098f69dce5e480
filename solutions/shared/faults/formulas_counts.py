"""Derivations that count parameters, pairs, operations and bytes."""

import math

from solutions.shared.faults.derivation import Derivation, Formula

THREE = ((7, 3, 11), (5, 13, 2), (4, 9, 6), (10, 17, 3))
TWO = ((7, 3), (5, 11), (12, 4), (6, 13))
ONE = ((5,), (8,), (3,), (14,))
FOUR = ((7, 3, 11, 2), (5, 13, 2, 3), (4, 9, 6, 5), (10, 17, 3, 7))


def _projections(d_in: int, d_kq: int, d_v: int) -> int:
    return 2 * d_in * d_kq + d_in * d_v


MATRIX_COUNTS: dict[str, Formula] = {
    "one-matrix-forgotten": lambda d, k, v: d * k + d * v,
    "one-matrix-forgotten/values": lambda d, k, _: 2 * d * k,
    "all-the-same-width": lambda d, k, _: 3 * d * k,
    "all-the-same-width/values": lambda d, _, v: 3 * d * v,
    "biases-counted": lambda d, k, v: _projections(d, k, v) + 2 * k + v,
    "keys-and-values-mixed-up": lambda d, k, v: d * k + 2 * d * v,
    "widths-squared": lambda d, _, __: 3 * d * d,
}
COUNTS: dict[str, Derivation] = {
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
}
