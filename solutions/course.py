"""What this course offers to the engine besides its data, solutions and checks (`autograder.course.code`)."""

from collections.abc import Callable, Mapping

from autograder.course import Exercise
from autograder.course.code import CourseCode
from autograder.diagnosis.model import FaultModel
from solutions.shared import figures
from solutions.shared.faults.descent import DESCENT
from solutions.shared.faults.embedding import embedding
from solutions.shared.faults.forms import FORMS
from solutions.shared.faults.formulas import formula_model
from solutions.shared.faults.functions import FUNCTIONS
from solutions.shared.faults.layers import LAYERS
from solutions.shared.faults.programs import with_fault
from solutions.shared.faults.softmax import SOFTMAX
from solutions.shared.faults.witnesses import WITNESSES
from solutions.shared.reference import chance, counting

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


FAULT_MODELS: Mapping[str, Callable[[], FaultModel]] = {
    "TokenEmbedding": embedding,
    **SOFTMAX,
    **FUNCTIONS,
    **FORMS,
    **LAYERS,
    **DESCENT,
}


def fault_model(exercise: Exercise) -> FaultModel | None:
    """The model of an exercise's faulty programs; None where it has none."""
    if exercise.file == "derivations.py":
        return formula_model(exercise.name)
    build = FAULT_MODELS.get(exercise.name)
    return build() if build else None


COURSE = CourseCode(
    size_references=SIZE_REFERENCES,
    fault_model=fault_model,
    with_fault=with_fault,
    promises=WITNESSES,
    published=vars(figures),
)
