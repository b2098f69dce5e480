"""Hidden checks of 01_self_attention: SingleHeadAttention."""

from torch import Tensor

from autograder.checking.layers import (
    assert_creation_order,
    assert_distinct_initial_weights,
    assert_drawn_in_order,
    assert_parameter_shapes,
    assert_trainable,
)
from autograder.checking.registry import check
from autograder.checking.robustness import assert_state_dict
from autograder.checking.samples import B, T, sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.specs.solution import solution_definition
from autograder.checking.student import Student
from solutions.shared.reference.attention import self_attention_with_biases

NAMES = ("W_q", "W_k", "W_v")


def context(x: Tensor, *weights: Tensor) -> Tensor:
    """Context vectors of the reference; a weight and a bias of each layer in turn."""
    query, key, value = zip(weights[::2], weights[1::2], strict=True)
    return self_attention_with_biases(x, query, key, value)[0]


spec(
    "SingleHeadAttention",
    inputs={"x": "T d"},
    weights={f"{name}.{kind}": shape for name in NAMES for kind, shape in (("weight", "d d"), ("bias", "d"))},
    init={"embed_dim": "d"},
    leading="one",
    sizes={"T": 7, "d": 5},
    reference=context,
    without=("equal_sizes",),
    checks={
        "values": CheckText(
            "context vectors of a batch",
            "Three layers, then scores, weights and context vectors.",
            points=0.5,
            also=("longest",),
        ),
        "gradient": CheckText(
            "gradients of the input and of every weight and bias",
            "All three layers are learned: stay in torch from input to output.",
            points=0.75,
        ),
        "sizes": CheckText(
            "tokens that change places take their context vectors with them, batches do not mix",
            "Without a mask no position is special, and nothing is remembered from call to call.",
            points=0.3,
            id="order",
        ),
        "extremes": CheckText(
            "scores of ±1e4 give the right finite context vectors",
            "How large may an exponent be before exp overflows?",
            points=0.1,
            id="large_scores",
        ),
        "width_and_device": CheckText(
            "dtype and device follow input and layers", "Whatever forward creates belongs where x is.", points=0.1
        ),
        "leaves_alone": CheckText(
            "input, state dict, mode and torch's settings stay as they are, however the input lies in memory",
            "Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
            points=0.05,
        ),
        "second_call": CheckText(
            "train and eval mode agree, and each call is answered from its own input and the weights of the moment",
            "Nothing is kept from one call to the next, and the mode plays no part.",
            points=0.75,
        ),
        "sizes_of_one": CheckText(
            "one sentence, one token, one dimension: every dimension stays",
            "Does the result have the shape of the input?",
            points=0.05,
        ),
        "names": CheckText(points=0.05),
    },
)


@check(
    "SingleHeadAttention.structure",
    "three layers with biases, with the names and order of the text, each with first weights of its own",
    points=0.35,
    hint="Compare names, shapes and the presence of biases with the text.",
)
def test_single_head_structure(student: Student) -> None:
    shapes = {f"{name}.{kind}": shape for name in NAMES for kind, shape in (("weight", (6, 6)), ("bias", (6,)))}
    answer = student.SingleHeadAttention(6).call(sample(B, T, 6, seed=6))
    assert_parameter_shapes(answer, shapes)
    assert_creation_order(answer, list(dict.fromkeys(name.split(".")[0] for name in answer.parameters)), NAMES)
    assert_state_dict(answer, shapes)
    assert_trainable(answer)
    assert_distinct_initial_weights(student.SingleHeadAttention(6), *(f"{name}.weight" for name in NAMES))
    solution = solution_definition("01_self_attention", "SingleHeadAttention")
    assert_drawn_in_order(student.SingleHeadAttention(6), lambda: solution(6))
