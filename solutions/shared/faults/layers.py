"""Probes and switches of the attention layers."""

from collections.abc import Callable

from autograder.diagnosis.model import Construction, FaultModel, Probe
from solutions.shared.faults.attention import BATCHES, SHARED, attention, sizes_of
from solutions.shared.faults.layer_probes import linear_probe, plain_probe
from solutions.shared.faults.masking import CAUSAL_NORMS, KEPT_MASKS, LONG, MASKS
from solutions.shared.faults.mixing import MERGES, MIXES, SPLITS
from solutions.shared.faults.products import ACTIVATED, MATRICES, PRODUCTS, SOURCES, TURNED
from solutions.shared.faults.weighting import DIMS, NORMS, SCALES

NOT_MIXED = (
    "lower-triangle",
    "largest-only",
    "softmax-on-weights",
    "weights-transposed",
    "weights-renormalised",
    "uniform-weights",
    "first-of-batch",
    "first-of-batch/both",
)
LAYER = {
    "projection": (*MATRICES, *TURNED, *ACTIVATED, "input-normalised"),
    "product": tuple(name for name in PRODUCTS if not name.startswith(("keys-by-queries", "scores-of"))),
    "scale": (*SCALES, "scale-floored"),
    "axis": (*DIMS, "whole-matrix", "whole-tensor", "result-transposed"),
    "normalisation": tuple(name for name in NORMS if name != "sorted"),
    "mask": tuple(KEPT_MASKS),
    "batch": BATCHES,
    "mix": tuple(name for name in MIXES if name not in NOT_MIXED),
    "output": ("input-added",),
}
HIDDEN_AXES = tuple(f"{axis}/{form}" for axis in ("over-batch", "over-heads") for form in ("finite", "zeros"))
CAUSAL = LAYER | {
    "axis": (*LAYER["axis"], *HIDDEN_AXES),
    "mask": tuple(name for name in MASKS if name != "only-itself"),
    "normalisation": CAUSAL_NORMS,
}
LEFT_OUT = {"axis": ("over-heads",), "scale": ("by-root-of-heads",)}
SINGLE = LAYER | {stage: tuple(item for item in LAYER[stage] if item not in out) for stage, out in LEFT_OUT.items()}
SINGLE_CAUSAL = CAUSAL | {"scale": SINGLE["scale"], "axis": (*SINGLE["axis"], *HIDDEN_AXES[:2])}
RETURNED = ("weights-not-returned", "returned-in-wrong-order", "weights-alone-returned")
OTHER_OUTPUTS = ("output-by-values", "result-normalised", "result-normalised/last")
OUTPUT = (
    "input-added",
    "input-added/before",
    "no-output-projection",
    "output-projection-twice",
    "output-transposed",
    *OTHER_OUTPUTS,
)

# (B, T, d_in, d_k, d_v): twice all different, once a cube, where a wrong axis raises nothing.
RECTANGULAR = ((2, 6, 8, 5, 3), (3, 4, 6, 7, 2), (4, 4, 4, 4, 4))
LARGE = 20.0  # numbers that make scores of some hundreds
LATE = (RECTANGULAR[0], (1, LONG, 8, 5, 3))  # with large numbers, and with many tokens
OTHER_RANKS = ((6, 8, 5, 3), (3, 2, 4, 6, 7, 2))  # a matrix, and a batch of batches
SQUARE = ((2, 6, 5), (3, 4, 7), (4, 4, 4))  # (B, T, d)


def _self_attention() -> FaultModel:
    sizes = (*RECTANGULAR, *OTHER_RANKS)
    probes = tuple(plain_probe("SelfAttention", size, 100 * place) for place, size in enumerate(sizes))
    return FaultModel(probes, SINGLE, attention, any_scale=True, measures=sizes_of, named=True, late=len(OTHER_RANKS))


def _cross() -> FaultModel:
    sizes = ((2, 6, 8, 5, 3), (3, 4, 6, 7, 2), (2, 5, 8, 3, 6), (4, 4, 4, 4, 4), (3, 2, 5, 6, 4), *OTHER_RANKS)
    tokens = (9, 3, 5, 4, 7, 5, 6)
    probes = tuple(
        plain_probe("CrossAttention", size, 100 * place, cross=other)
        for place, (size, other) in enumerate(zip(sizes, tokens, strict=True))
    )
    joined = ("inputs-joined", "inputs-joined/all", "inputs-joined/queries", "inputs-joined/tokens")
    cut = ("x2-cut", "x2-cut/last", "x2-cut/first", "x2-padded", "x2-padded/cut", "x2-first")
    product = (*SINGLE["product"], "keys-by-queries/product", "scores-of-queries/product", "scores-of-keys/product")
    projection = (*SINGLE["projection"], "input-normalised/read")
    stages = SINGLE | {"source": (*SOURCES, *joined, *cut), "product": product, "projection": projection}
    stages |= {"batch": tuple(option for option in BATCHES if option != "first-of-batch/read")}
    stages |= {"output": (*SINGLE["output"], "values-appended")}
    return FaultModel(probes, stages, attention, any_scale=True, measures=sizes_of, named=True, late=len(OTHER_RANKS))


def _single_head() -> FaultModel:
    letters = {"q": "W_q", "k": "W_k", "v": "W_v"}
    probes = tuple(
        linear_probe("SingleHeadAttention", letters, [(d, d)] * 3, [d], B=B, T=T, seed=100 * place, biased=True)
        for place, (B, T, d) in enumerate(SQUARE)
    )
    projection = (
        *LAYER["projection"],
        "matrices-transposed/unbiased",
        "bias-missing/all",
        "bias-missing/queries",
        "bias-missing/values",
    )
    return FaultModel(
        probes, SINGLE | {"projection": projection}, attention, any_scale=True, measures=sizes_of, named=True
    )


def _single_head_causal() -> FaultModel:
    letters = {"q": "q", "k": "k", "v": "v"}
    probes = tuple(
        linear_probe(
            "SingleHeadSelfAttention",
            letters,
            [(d_in, d_k)] * 3,
            [d_in, d_k],
            B=B,
            T=T,
            seed=100 * place,
            causal=True,
            large=LARGE if place == len(RECTANGULAR) else 1.0,
            returns_weights=True,
        )
        for place, (B, T, d_in, d_k, _) in enumerate((*RECTANGULAR, *LATE))
    )
    stages = SINGLE_CAUSAL | {"returned": RETURNED, "mix": (*SINGLE_CAUSAL["mix"], "weights-transposed")}
    return FaultModel(
        probes, stages, attention, any_scale=True, measures=sizes_of, named=True, weights=1, late=len(LATE)
    )


def _causal() -> FaultModel:
    letters = {"q": "W_Q", "k": "W_K", "v": "W_V", "o": "W_O"}
    probes = tuple(
        linear_probe(
            "CausalSelfAttention",
            letters,
            [(c, d), (c, d), (c, d), (d, c)],
            [c, d],
            B=B,
            T=T,
            seed=100 * place,
            causal=True,
            large=LARGE if place == len(RECTANGULAR) else 1.0,
        )
        for place, (B, T, c, d, _) in enumerate((*RECTANGULAR, *LATE))
    )
    return FaultModel(
        probes,
        SINGLE_CAUSAL | {"output": OUTPUT},
        attention,
        any_scale=True,
        measures=sizes_of,
        named=True,
        late=len(LATE),
    )


ONLY_LATE = ("mask-too-weak/hundred", "mask-too-weak/least", "mask-too-small")  # only at larger scores or more tokens

# (B, T, d, h, causal); None leaves `causal` to its default.
HEADED = (
    (2, 7, 15, 3, False),
    (2, 4, 10, 5, True),
    (3, 5, 12, 4, True),
    (3, 6, 9, 3, False),
    (4, 4, 16, 4, True),
    (2, 5, 8, 2, None),
)


def _headed_probe(sizes: tuple[int, int, int, int, bool | None], seed: int) -> Probe:
    B, T, d, h, causal = sizes
    letters = {"q": "W_Q", "k": "W_K", "v": "W_V", "o": "W_O"}
    asked = {} if causal is None else {"causal": causal}
    options = {"causal": bool(causal), "unasked": causal is None, "num_heads": h, "named": asked}
    return linear_probe("MultiHeadAttention", letters, [(d, d)] * 4, [d, h], B=B, T=T, seed=seed, **options)


def _multi_head() -> FaultModel:
    base_probes = tuple(_headed_probe(sizes, 100 * place) for place, sizes in enumerate(HEADED))
    masks = (name for name in CAUSAL["mask"] if not name.startswith(ONLY_LATE))
    stages = CAUSAL | {
        "product": tuple(name for name in CAUSAL["product"] if name != "across-batch/scores"),
        "mask": (*masks, "causal-always", "causal-always/default", "causal-inverted"),
        "axis": tuple(axis for axis in CAUSAL["axis"] if axis != "over-dimension-one"),
        "split": (*SPLITS, "heads-by-view/undone", "heads-interleaved/undone"),
        "merge": tuple(MERGES),
        "shared": SHARED,
        "output": (*OUTPUT, "output-before-mixing"),
    }
    heads = Construction(refused=((10, 4), (6, 5), (3, 6)), taken=((6, 6), (12, 2), (5, 1)))  # (d_model, num_heads)
    return FaultModel(base_probes, stages, attention, any_scale=True, measures=sizes_of, named=True, construction=heads)


LAYERS: dict[str, Callable[[], FaultModel]] = {
    "SelfAttention": _self_attention,
    "SingleHeadAttention": _single_head,
    "SingleHeadSelfAttention": _single_head_causal,
    "CausalSelfAttention": _causal,
    "MultiHeadAttention": _multi_head,
    "CrossAttention": _cross,
}
