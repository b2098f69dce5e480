"""Hidden checks of 06_language_model: TinyGPT."""

import functools

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import as_tensor, assert_close, assert_raised, require
from autograder.checking.layers import (
    Weights,
    assert_creation_order,
    assert_drawn_in_order,
    assert_parameter_shapes,
    assert_trainable,
    with_weights,
)
from autograder.checking.own_values import assert_elsewhere, plain
from autograder.checking.registry import check
from autograder.checking.robustness import (
    assert_keeps_device,
    assert_keeps_dtype,
    assert_stateless,
    coarse,
    difference,
    shifted,
)
from autograder.checking.samples import MOST_TOKENS, B, sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.specs.solution import solution_definition
from autograder.checking.student import Question, Student
from solutions.shared.language import (
    D_HIDDEN,
    D_MODEL,
    HEADS,
    LAYERS,
    MAX_TOKENS,
    OF_A_BLOCK,
    ROUNDED_TO_FLOAT32,
    VOCAB,
    around_one,
    assert_tied,
    gpt_weights,
    some_ids,
)
from solutions.shared.reference.language import tiny_gpt

TOKENS = 7
SIZES = (VOCAB, D_MODEL, HEADS, D_HIDDEN, LAYERS, MAX_TOKENS)
PATH = "Follow one id through the model: two vectors are added, then the blocks, the norm, the product."


def asked(student: Student, weights: Weights, dtype: torch.dtype | None = None) -> Question:
    """The student's model with these weights, of the usual sizes."""
    return with_weights(student.TinyGPT(*SIZES), weights, dtype)


def expected(ids: Tensor, weights: Weights, heads: int = HEADS) -> Tensor:
    """What the reference gives."""
    return tiny_gpt(ids, *weights.values(), num_heads=heads)


def error_names_both_numbers(student: Student) -> None:
    """The sentence of the ValueError says how long the text is, and how long it may be."""
    for number in (MAX_TOKENS, MAX_TOKENS + 1):
        answer = student.TinyGPT(*SIZES).call(some_ids(1, MAX_TOKENS + 1, seed=7))
        assert_raised(answer, "ValueError", mention=str(number))


spec(
    "TinyGPT",
    inputs={"ids": "T"},
    below={"ids": "V"},
    weights={
        "token_embedding.weight": "V h*d_h",
        "position_embedding.weight": "2*T h*d_h",
        **{f"blocks.{{n}}.{name}": shape for name, shape in OF_A_BLOCK.items()},
        "norm.weight": "h*d_h",
        "norm.bias": "h*d_h",
    },
    init={
        "vocab_size": "V",
        "d_model": "h*d_h",
        "num_heads": "h",
        "d_hidden": "d_hidden",
        "num_layers": "n",
        "max_tokens": "2*T",
    },
    leading="one",
    sizes={"V": VOCAB, "h": HEADS, "d_h": 2, "d_hidden": D_HIDDEN, "n": LAYERS, "T": 5},
    draws={
        **dict.fromkeys(("token_embedding.weight", "position_embedding.weight"), functools.partial(sample, scale=0.7)),
        **dict.fromkeys(("blocks.{n}.norm_1.weight", "blocks.{n}.norm_2.weight", "norm.weight"), around_one),
    },
    smallest={"V": 1, "h": 1, "d_h": 1, "d_hidden": 1, "n": 0, "T": 1},
    reference=tiny_gpt,
    rounded=ROUNDED_TO_FLOAT32,
    without=("equal_sizes", "extremes", "sizes_of_one", "longest"),
    checks={
        "values": CheckText("the logits of a batch of texts", PATH, points=0.6),
        "sizes": CheckText(
            "any vocabulary, width, number of layers and length, none and one included", PATH, points=0.35
        ),
        "gradient": CheckText(
            "gradients of every parameter; the token table learns from both of its uses",
            "Every table and every layer is learned, the token table at its beginning and at its end: detach nothing.",
            points=1,
        ),
        "leaves_alone": CheckText(
            "ids and model stay as they are, and nothing is seeded",
            "Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
            points=0.15,
        ),
        "names": CheckText(
            "the arguments have the names of the text, and the error names both numbers",
            "Compare the names with the text, and say how long the text is and how long it may be.",
            points=0.05,
            also=(error_names_both_numbers,),
        ),
    },
)


@check(
    "TinyGPT.positions",
    "the same token at another place is another vector, and positions begin at 0 in every text",
    points=0.35,
    hint="Take a text of equal tokens. What differs from place to place, and does the second text begin like the first?",
    for_message="equal tokens at different places show the positions alone",
)
def test_gpt_positions(student: Student) -> None:
    weights = gpt_weights(num_layers=1)
    for ids in (
        torch.full((B, 5), 3),
        torch.tensor([[4]]),
        torch.arange(8).reshape(8, 1),
        torch.tensor([[1, 2], [2, 1]]),
    ):
        question = student.TinyGPT(VOCAB, D_MODEL, HEADS, D_HIDDEN, 1, MAX_TOKENS).state(weights)
        assert_close(question.call(ids), expected(ids, weights))


@check(
    "TinyGPT.too_long",
    "ValueError exactly where a text is longer than max_tokens, in either mode",
    points=0.3,
    hint="How many rows does the position table have?",
)
def test_gpt_too_long(student: Student) -> None:
    weights, short, longest = gpt_weights(), some_ids(B, TOKENS, seed=1), some_ids(B, MAX_TOKENS, seed=6)
    known = plain(asked(student, weights).call(short), expected(short, weights))
    assert_elsewhere(asked(student, weights).call(longest), known, expected(longest, weights))
    for question in (asked(student, weights), asked(student, weights).in_use(), asked(student, weights).eval()):
        for length in (MAX_TOKENS + 1, MAX_TOKENS + 20):
            assert_raised(question.call(some_ids(1, length, seed=7)), "ValueError")


@check(
    "TinyGPT.second_call",
    "further texts and other weights, in either mode: the result depends on nothing else",
    points=0.5,
    hint="Nothing is kept from one call to the next, and no mode changes what is computed.",
)
def test_gpt_second_call(student: Student) -> None:
    weights = gpt_weights()
    inputs = [(some_ids(b, t, seed=13 + t),) for b, t in ((B, TOKENS), (3, 4), (1, MAX_TOKENS))]
    inputs.insert(1, ((inputs[0][0] + 1) % VOCAB,))
    others = {name: value.flip(0) for name, value in weights.items()}
    assert_stateless(asked(student, weights), inputs, asked(student, others), expected)
    token = some_ids(B, 1, seed=14)
    answer = asked(student, weights).in_use().calls((token,), (token,))
    first, second = (as_tensor(value, answer.called) for value in answer.values)
    require(not difference(second, first), f"{answer.called} gives something else for the same token the second time")


@check(
    "TinyGPT.structure",
    "the parts that are given, one table for reading and writing",
    points=0.3,
    hint="`__init__` is given. Which names does the state dict have, and which of them does the last product use?",
)
def test_gpt_structure(student: Student) -> None:
    shapes = {name: tuple(value.shape) for name, value in gpt_weights().items()}
    answer = student.TinyGPT(*SIZES).reading().call(some_ids(B, TOKENS, seed=8))
    assert_parameter_shapes(answer, shapes)
    assert_creation_order(answer, list(answer.parameters), list(shapes))
    assert_trainable(answer)
    assert_tied(answer, list(shapes))
    assert_drawn_in_order(student.TinyGPT(*SIZES), lambda: solution_definition("06_language_model", "TinyGPT")(*SIZES))
    for name in ("token_embedding.weight", "position_embedding.weight"):
        spread = student_spread(student, name)
        require(
            0.01 < spread < 0.03, f"TinyGPT: {name} begins with a standard deviation of {spread:.3g}, expected 0.02"
        )


def student_spread(student: Student, name: str) -> float:
    """The standard deviation with which a table begins."""
    answer = student.TinyGPT(60, 12, 2, 8, 1, 50).seeded(1).reading().construct()
    return as_tensor(answer.weights.get(name), answer.called).double().std().item()


@check(
    "TinyGPT.width_and_device",
    "the dtype follows the parameters, the device the ids",
    points=0.25,
    level="robustness",
    hint="Where do the positions live that forward makes?",
)
def test_gpt_width_and_device(student: Student) -> None:
    weights = {name: coarse(value / 2) for name, value in gpt_weights().items()}
    ids = torch.tensor([[0, 3, 1], [2, 0, 4]])

    def ask(dtype: torch.dtype, step: float) -> Answer:
        moved = shifted(weights["token_embedding.weight"], torch.float64, step)
        return asked(student, weights | {"token_embedding.weight": moved}, dtype).call(ids)

    assert_keeps_dtype(ask, ROUNDED_TO_FLOAT32)
    question = asked(student, weights)
    assert_keeps_device(question.on_stand_in().call(ids), question.call(ids))


@check(
    "TinyGPT.longest",
    "a text of 200 tokens: no position sees a later one",
    points=0.15,
    level="robustness",
    hint="Nothing in the model but its table knows how long a text may be.",
)
def test_gpt_longest(student: Student) -> None:
    weights = gpt_weights(5, 4, 3, 1, MOST_TOKENS)
    ids = some_ids(1, MOST_TOKENS, seed=10, vocab_size=5)
    other = ids.clone()
    other[:, -1] = (other[:, -1] + 1) % 5
    question = student.TinyGPT(5, 4, 2, 3, 1, MOST_TOKENS).state(weights)
    short = ids[:, :9]
    known = plain(question.call(short), expected(short, weights, 2))
    long, changed = question.in_use().call(ids), question.call(other)
    assert_elsewhere(long, known, expected(ids, weights, 2))
    got, moved = (as_tensor(answer.value, answer.called) for answer in (long, changed))
    require(
        not difference(moved[:, :-1], got[:, :-1]), f"{long.called}: what stands before the last token changes with it"
    )
