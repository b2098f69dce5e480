"""Probes of derivations: sizes that are all different, so that different formulas give different numbers."""

from collections.abc import Sequence
from typing import Any

from autograder.checking.samples import sample
from autograder.diagnosis.model import DiagnosisPlan
from solutions.shared.probes.functions import call_probes

ONE = ((5,), (8,), (3,), (14,))
TWO = ((7, 3), (5, 11), (12, 4), (6, 13))
THREE = ((7, 3, 11), (5, 13, 2), (4, 9, 6), (10, 17, 3))
FOUR = ((7, 3, 11, 2), (5, 13, 2, 3), (4, 9, 6, 5), (10, 17, 3, 7))
SPREADS = ((5, 1.5), (12, 0.7), (3, 2.2), (7, 1.3))
RATES = ((2.0, 0.3), (0.7, 4.1), (3.0, 0.1), (1.1, 1.6))
PATHS = (
    (5.0, 2.0, 0.3, 0.01),
    (-3.0, 0.7, 2.1, 0.2),
    (10.0, 1.5, 0.2, 0.05),
    (0.5, 1.1, 0.4, 1.0),
    (8.0, 1.0, 0.5, 1.0),
    (-16.0, 0.5, 3.0, 2.0),
    (6.0, 0.8, 2.3, 0.7),
)
SHARES = tuple((sample(n, seed=n, scale=1.5).softmax(-1).double(),) for n in (3, 5, 4))
COLUMNS = tuple((sample(T, d, seed=T).double(),) for T, d in ((5, 3), (4, 7), (6, 2)))
SHIFTS = tuple((sample(T, d, seed=T).double(), sample(d, seed=d).double()) for T, d in ((5, 3), (4, 7), (3, 3)))
ARGUMENTS: dict[str, Sequence[Sequence[Any]]] = {
    "n_params_self_attention": THREE,
    "n_params_cross": THREE,
    "n_params_wrapper": FOUR,
    "n_params_single_head": ONE,
    "n_qkv_weights": ONE,
    "n_params_causal": TWO,
    "n_params_with_embedding": THREE,
    "n_visible_pairs": ONE,
    "n_params_multihead": ONE,
    "head_dim": ((12, 3), (20, 5), (14, 2), (36, 4)),
    "attention_matmul_flops": TWO,
    "weights_bytes": ((2, 7, 3, 4), (5, 3, 2, 8), (3, 11, 7, 2), (4, 5, 6, 1)),
    "dot_product_variance": SPREADS,
    "scaled_score_std": SPREADS,
    "largest_stable_learning_rate": ((2.0,), (0.7,), (5.0,)),
    "contraction_factor": RATES,
    "steps_to_tolerance": PATHS,
    "softmax_jacobian": SHARES,
    "first_row": ONE,
    "uniform_causal_weights": ONE,
    "key_bias_shift": SHIFTS,
    "cross_scores_shape": TWO,
    "context_bounds": COLUMNS,
    "n_params_block": TWO,
    "n_params_tiny_gpt": ((7, 3, 11, 2, 5), (5, 13, 2, 3, 4), (4, 9, 6, 5, 8), (10, 17, 3, 7, 6)),
    "cache_bytes": ((2, 7, 3, 4, 2), (5, 3, 2, 8, 4), (3, 11, 7, 2, 8), (4, 5, 6, 1, 2)),
    "uniform_loss": ((5,), (8,), (3,), (40,)),
    "perplexity": ((0.5,), (1.7,), (2.4,), (3.1,)),
    "shifted_positions": ((3, 4), (5, 6), (1, 8)),
}


def derivation_plan(name: str) -> DiagnosisPlan | None:
    """Return the plan of a derivation that is a formula; None for one that asks for an example."""
    arguments = ARGUMENTS.get(name)
    return DiagnosisPlan(call_probes(name, arguments), pairs=False, formula=True) if arguments else None
