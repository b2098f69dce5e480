"""What this course offers to the engine besides its data, solutions and checks (`autograder.course.code`)."""

from collections.abc import Callable, Mapping

from autograder.course import Exercise
from autograder.course.code import CourseCode
from autograder.diagnosis.model import DiagnosisPlan
from solutions.shared import figures
from solutions.shared.probes.derivations import derivation_plan
from solutions.shared.probes.functions import FUNCTIONS
from solutions.shared.probes.language import LANGUAGE
from solutions.shared.probes.layers import LAYERS
from solutions.shared.probes.training import DESCENT
from solutions.shared.reference import chance, counting
from solutions.shared.witnesses import WITNESSES

SIZE_REFERENCES: Mapping[str, Callable[..., float]] = {
    "n_params_self_attention": counting.self_attention_parameters,
    "n_params_single_head": counting.single_head_parameters,
    "n_qkv_weights": counting.qkv_weights,
    "dot_product_variance": chance.score_variance,
    "scaled_score_std": chance.scaled_score_deviation,
    "n_params_causal": counting.causal_parameters,
    "n_params_with_embedding": counting.parameters_with_embedding,
    "n_visible_pairs": counting.visible_pairs,
    "n_params_wrapper": counting.wrapper_parameters,
    "n_params_multihead": counting.multihead_parameters,
    "head_dim": counting.head_width,
    "attention_matmul_flops": counting.attention_operations,
    "weights_bytes": counting.bytes_of_weights,
    "n_params_cross": counting.self_attention_parameters,
    "n_params_block": counting.block_parameters,
    "n_params_tiny_gpt": counting.tiny_gpt_parameters,
    "cache_bytes": counting.bytes_of_cache,
}


PLANS: Mapping[str, Callable[[], DiagnosisPlan]] = {**FUNCTIONS, **LAYERS, **DESCENT, **LANGUAGE}


def diagnosis_plan(exercise: Exercise) -> DiagnosisPlan | None:
    """Return what the diagnosis of an exercise asks; None where there is none."""
    if exercise.file == "derivations.py":
        return derivation_plan(exercise.name)
    build = PLANS.get(exercise.name)
    return build() if build else None


COURSE = CourseCode(
    size_references=SIZE_REFERENCES,
    diagnosis_plan=diagnosis_plan,
    promises=WITNESSES,
    published=vars(figures),
)
