"""Hidden checks of 06_language_model: generate."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import FLOAT32, as_tensor, assert_close, assert_tensor, require
from autograder.checking.own_values import KEEP_NAMES
from autograder.checking.registry import check
from autograder.checking.robustness import assert_keeps_device, assert_same_result, assert_shape
from autograder.checking.samples import sample
from autograder.checking.student import Student
from autograder.wording import counted
from solutions.shared.language import asked_of, drawn_from, generator, logits_of_writer, some_ids, writer
from solutions.shared.reference.language import next_probabilities, written

VOCAB = 7
TABLE = sample(VOCAB, VOCAB, seed=1, scale=2.0)
LOOP = "What is shown to the model in each step, and from which position is the next token drawn?"


def expected(
    ids: Tensor, count: int, max_tokens: int, temperature: float = 0.0, top_k: int | None = None, *, seed: int = 0
) -> Tensor:
    """What the reference writes with this seed."""
    drawn = torch.Generator().manual_seed(seed)
    return written(
        lambda shown: logits_of_writer(shown, TABLE),
        ids,
        count,
        max_tokens,
        temperature=temperature,
        top_k=top_k,
        generator=drawn,
    )


@check("generate.values", "the most probable token, again and again", points=0.6, hint=LOOP)
def test_generate_values(student: Student) -> None:
    for shape, count in (((1, 4), 6), ((3, 5), 4), ((2, 1), 12)):
        ids = some_ids(*shape, seed=2, vocab_size=VOCAB)
        assert_close(student.generate(writer(TABLE), ids, count, 50), expected(ids, count, 50), dtype=torch.int64)


@check(
    "generate.window",
    "the model is shown the last max_tokens ids, and no more",
    points=0.4,
    hint="What may the model still see when the text has become longer than max_tokens?",
)
def test_generate_window(student: Student) -> None:
    for shape, count, max_tokens in (
        ((2, 3), 8, 5),
        ((1, 9), 4, 4),
        ((2, 4), 5, 1),
        ((1, 5), 3, 5),
        ((1, 150), 3, 130),
    ):
        ids = some_ids(*shape, seed=3, vocab_size=VOCAB)
        answer = student.generate(writer(TABLE), ids, count, max_tokens)
        assert_close(answer, expected(ids, count, max_tokens), dtype=torch.int64)
        seen = [row["tokens"] for row in asked_of(answer)]
        wanted = [min(shape[1] + step, max_tokens) for step in range(count)]
        require(seen == wanted, f"{answer.called} shows the model {listing(seen)} ids, expected {listing(wanted)}")


def listing(counts: list[int]) -> str:
    """The first few numbers."""
    return ", ".join(map(str, counts[:8])) + (", …" if len(counts) > 8 else "") if counts else "no"


@check(
    "generate.drawn",
    "temperature, top k and generator reach every draw",
    points=0.45,
    hint="Which arguments does the drawing of a token need?",
)
def test_generate_drawn(student: Student) -> None:
    ids = some_ids(3, 4, seed=4, vocab_size=VOCAB)
    for temperature, top_k, seed in ((1.0, None, 5), (0.6, 3, 6), (2.0, 2, 7)):
        question = student.definition("generate").handing("multinomial")
        answer = question.call(writer(TABLE), ids, 9, 6, temperature, top_k, generator(seed))
        assert_written(answer, ids, 9, 6, temperature, top_k)
        seeds = {item["named"].get("generator") for item in answer.handed}
        require(seeds == {seed}, f"{answer.called} draws with another generator than the one that is given")
    even = student.generate(writer(torch.zeros(VOCAB, VOCAB)), ids, 9, 6, 1.0, None, generator(8))
    new = as_tensor(even.value, even.called)[:, ids.shape[1] :]
    fresh = bool((new != new[:, :1]).any())
    require(fresh, f"{even.called}: every new token is drawn with the same random numbers")
    answer = student.definition("generate").seeded(11).handing("multinomial").call(writer(TABLE), ids, 5, 6, 1.0)
    assert_written(answer, ids, 5, 6, 1.0, None)
    own = [item for item in answer.handed if item["named"].get("generator") is not None]
    require(not own, f"{answer.called} draws with a generator of its own, though none is given")


def assert_written(
    answer: Answer, ids: Tensor, count: int, max_tokens: int, temperature: float, top_k: int | None
) -> None:
    """Require one draw for each new token, each from what the model says about the text before it."""
    texts, called, length = as_tensor(answer.value, answer.called), answer.called, ids.shape[1]
    assert_shape(answer, len(ids), length + count)
    assert_tensor(texts[:, :length], ids, FLOAT32, called=called, dtype=torch.int64, what="the ids that were given")
    draws = counted(len(answer.handed), "time")
    require(len(answer.handed) == count, f"{called} draws {draws} for {counted(count, 'new token')}")
    for step, handed in enumerate(answer.handed):
        text = texts[:, : length + step]
        logits = logits_of_writer(text[:, -max_tokens:], TABLE)[:, -1]
        drawn = drawn_from(handed, next_probabilities(logits, temperature, top_k), called)
        same = torch.equal(drawn, texts[:, length + step])
        require(same, f"{called}: new token {step} is not the one that was drawn")


@check("generate.any_sizes", "any batch, length and number of new tokens", points=0.25, hint=LOOP)
@given(b=st.integers(1, 3), t=st.integers(1, 4), count=st.integers(0, 4), max_tokens=st.integers(1, 6))
def test_generate_any_sizes(student: Student, b: int, t: int, count: int, max_tokens: int) -> None:
    ids = some_ids(b, t, seed=5, vocab_size=VOCAB)
    answer = student.generate(writer(TABLE), ids, count, max_tokens)
    assert_close(answer, expected(ids, count, max_tokens), dtype=torch.int64)


@check(
    "generate.mode",
    "evaluation mode while writing, the mode from before afterwards",
    points=0.3,
    hint="Who decides about the mode of the model, before and after?",
)
def test_generate_mode(student: Student) -> None:
    ids = some_ids(2, 3, seed=6, vocab_size=VOCAB)
    for mode in (True, False):
        answer = student.generate(writer(TABLE, training=mode), ids, 4, 6)
        rows = asked_of(answer)
        require(not any(row["training"] for row in rows), f"{answer.called} calls the model in training mode")
        after = answer.models[-1]["training"]
        text = f"{answer.called} leaves the model in {'training' if after else 'evaluation'} mode"
        require(after is mode, text, symptom="mode changed")
        text = f"{answer.called} leaves the model in the mode from before, but not its parts"
        require(all(item is mode for item in answer.models[-1]["modes"]), text)


@check(
    "generate.one_call_each",
    "one call of the model for each new token, without a graph",
    points=0.35,
    hint="How often is the model needed for one token, and is anything trained here?",
)
def test_generate_one_call_each(student: Student) -> None:
    always_same = torch.zeros(VOCAB, VOCAB)
    always_same[:, 2] = 1.0
    for table, count in ((TABLE, 6), (always_same, 12)):
        answer = student.generate(writer(table), some_ids(3, 3, seed=7, vocab_size=VOCAB), count, 8)
        rows = asked_of(answer)
        symptom = "called too often" if len(rows) > count else ""
        calls = counted(len(rows), "time")
        text = f"{answer.called} calls the model {calls} for {count} new tokens"
        require(len(rows) == count, text, symptom=symptom)
        built = any(row["graph"] for row in rows)
        require(not built, f"{answer.called} builds a graph while it writes", symptom="graph built")


@check(
    "generate.interrupted",
    "the mode from before also comes back when the model raises an error",
    points=0.2,
    level="robustness",
    hint="Which statement runs its last part whatever happens in its first?",
)
def test_generate_interrupted(student: Student) -> None:
    ids = some_ids(1, 3, seed=8, vocab_size=VOCAB)
    for mode, place in ((True, 0), (True, 1), (True, 2), (False, 1)):
        answer = student.generate(writer(TABLE, training=mode, raises_at=place), ids, 4, 6)
        stops(answer, "training" if mode else "evaluation")


def stops(answer: Answer, mode: str) -> None:
    """Require that the error of the model comes out, and that the model is then in this mode."""
    raised = answer.raised
    own = raised is not None and "InterruptedModelError" in raised.get("chain", ())
    require(own, f"{answer.called}: the error that the model raises does not come out")
    text = str(raised["text"]) if raised else ""
    left = f"{answer.called} leaves a model that raises an error in another mode than before"
    require(f"is in {mode} mode" in text, left)
    changed = answer.changed_by_error
    require(not changed, f"{answer.called} changes {', '.join(changed)} where the model raises an error")


@check(
    "generate.leaves_alone",
    "ids and weights stay as they are, and nothing is drawn at temperature 0",
    points=0.15,
    level="robustness",
    hint="The ids belong to whoever called.",
)
def test_generate_leaves_alone(student: Student) -> None:
    ids = some_ids(2, 3, seed=9, vocab_size=VOCAB)
    usual = student.definition("generate")
    for question, max_tokens in ((usual.unrecorded(), 2), (usual, 6)):  # fewer than there are, and more
        answer = question.call(writer(TABLE), ids, 3, max_tokens)
        as_tensor(answer.value, answer.called)
        require(answer.untouched, f"{answer.called} changes its input")
        require(answer.rng_untouched, f"{answer.called} draws random numbers or seeds the generator")
        require(not answer.changed, f"{answer.called} changes {', '.join(answer.changed)}")
    model = answer.models[-1]
    kept = torch.equal(as_tensor(model["weights"].get("table"), answer.called), TABLE)
    require(kept, f"{answer.called} changes the weights of the model")
    for frozen in (False, True):
        answer = student.generate(writer(TABLE, frozen=frozen), ids, 3, 6)
        found = any("table" in str(name) for name in answer.models[-1]["frozen"])
        require(found is frozen, f"{answer.called} leaves weights of the model with requires_grad={frozen}")


@check(
    "generate.device",
    "the text is on the device of the ids",
    points=0.1,
    level="robustness",
    hint="Where does whatever the function creates belong?",
)
def test_generate_device(student: Student) -> None:
    question = student.definition("generate")
    ids = some_ids(2, 3, seed=13, vocab_size=VOCAB)
    for drawing in ((), (0.8, 3, generator(14))):
        arguments = (writer(TABLE), ids, 4, 5, *drawing)
        assert_keeps_device(question.on_stand_in().call(*arguments), question.call(*arguments))


@check(
    "generate.nothing_new",
    "without new tokens: equal ids, in a tensor of their own, and the model is not asked",
    points=0.05,
    level="robustness",
    hint="Whose tensor is returned when there is nothing to append?",
)
def test_generate_nothing_new(student: Student) -> None:
    ids = some_ids(2, 4, seed=10, vocab_size=VOCAB)
    answer = student.generate(writer(TABLE), ids, 0, 6)
    assert_close(answer, ids, dtype=torch.int64)
    require(not answer.shared, f"{answer.called} returns the tensor that it was given")
    require(not asked_of(answer), f"{answer.called} calls the model although no token is asked for")
    kept = answer.models[-1]["training"] is True
    require(kept, f"{answer.called} leaves the model in evaluation mode", symptom="mode changed")


@check(
    "generate.longest",
    "200 tokens",
    points=0.1,
    level="robustness",
    hint="The number of new tokens is given.",
)
def test_generate_longest(student: Student) -> None:
    ids = some_ids(1, 2, seed=11, vocab_size=VOCAB)
    answer = student.generate(writer(TABLE), ids, 198, 3)
    assert_close(answer, expected(ids, 198, 3), dtype=torch.int64)


@check(
    "generate.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_generate_names(student: Student) -> None:
    ids = some_ids(2, 3, seed=12, vocab_size=VOCAB)
    named = student.generate(
        ids=ids,
        model=writer(TABLE),
        max_tokens=5,
        max_new_tokens=4,
        generator=generator(3),
        top_k=3,
        temperature=0.9,
    )
    positional = student.generate(writer(TABLE), ids, 4, 5, 0.9, 3, generator(3))
    assert_same_result(named, positional, f"gives something else than {positional.called}")
