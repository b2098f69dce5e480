"""Hidden checks of 06_language_model: sample_next."""

from typing import Any

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import as_tensor, assert_close, require
from autograder.checking.own_values import KEEP_NAMES
from autograder.checking.registry import check
from autograder.checking.robustness import assert_pure, assert_same_result
from autograder.checking.samples import non_contiguous, sample
from autograder.checking.student import Student
from solutions.shared.language import VOCAB, generator
from solutions.shared.reference.language import next_ids

ROWS = 300  # draws, so that every probability shows
KNOBS = "In which order do temperature, top k and softmax come, and what does each of them do to one row?"


def expected(logits: Tensor, temperature: float = 1.0, top_k: int | None = None, *, seed: int = 0) -> Tensor:
    """The ids that a generator with this seed gives."""
    return next_ids(logits, temperature, top_k, torch.Generator().manual_seed(seed))


@check(
    "sample_next.greedy",
    "temperature 0 takes the first of the largest",
    points=0.4,
    hint="What does a softmax tend to when its temperature goes to 0?",
)
def test_sample_greedy(student: Student) -> None:
    logits = sample(40, VOCAB, seed=1)
    tied = torch.tensor([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0], [-5.0, -7.0, -5.0], [0.0, 1e4, 1e4]])
    for item in (logits, tied, -logits, logits[:1]):
        for top_k in (None, 2):
            arguments = (item, 0.0) if top_k is None else (item, 0.0, top_k)
            answer = student.sample_next(*arguments)
            if top_k is None or item is not tied:
                assert_close(answer, expected(item, 0.0), dtype=torch.int64)


@check(
    "sample_next.temperature",
    "draws by softmax(logits / temperature)",
    points=0.5,
    hint=KNOBS,
)
def test_sample_temperature(student: Student) -> None:
    logits = sample(ROWS, VOCAB, seed=2, scale=2.0)
    for place, temperature in enumerate((1.0, 0.4, 2.5)):
        answer = student.sample_next(logits, temperature, None, generator(30 + place))
        assert_close(answer, expected(logits, temperature, seed=30 + place), dtype=torch.int64)


@check(
    "sample_next.top_k",
    "only the k largest take part, whatever k is",
    points=0.5,
    hint=KNOBS,
)
def test_sample_top_k(student: Student) -> None:
    logits = sample(ROWS, VOCAB, seed=3, scale=1.5)
    for top_k, temperature in ((3, 1.0), (1, 1.0), (VOCAB - 1, 1.0), (4, 3.0)):
        answer = student.sample_next(logits, temperature, top_k, generator(40 + top_k))
        assert_close(answer, expected(logits, temperature, top_k, seed=40 + top_k), dtype=torch.int64)


@check(
    "sample_next.all_of_them",
    "top_k of the whole vocabulary or more changes nothing",
    points=0.25,
    hint="What should be left out when k is not smaller than the vocabulary?",
)
def test_sample_all_of_them(student: Student) -> None:
    logits = sample(60, 5, seed=4, scale=1.5)
    for top_k in (5, 6, 50):
        answer = student.sample_next(logits, 1.0, top_k, generator(50 + top_k))
        assert_close(answer, expected(logits, 1.0, None, seed=50 + top_k), dtype=torch.int64)


@check("sample_next.any_sizes", "any number of rows and tokens", points=0.25, hint=KNOBS)
@given(
    rows=st.integers(1, 4),
    vocab_size=st.integers(1, 6),
    temperature=st.sampled_from((0.5, 1.0, 2.0, 0.0)),
    top_k=st.sampled_from((None, 1, 2, 9)),
    seed=st.integers(0, 50),
)
def test_sample_any_sizes(
    student: Student, rows: int, vocab_size: int, temperature: float, top_k: int | None, seed: int
) -> None:
    logits = sample(rows, vocab_size, seed=seed, scale=2.0)
    answer = student.sample_next(logits, temperature, top_k, generator(seed))
    assert_close(answer, expected(logits, temperature, top_k, seed=seed), dtype=torch.int64)


@check(
    "sample_next.defaults",
    "without a generator torch's own is used, with temperature 1 and all tokens",
    points=0.3,
    hint="Which three arguments may be left out, and what happens then?",
)
def test_sample_defaults(student: Student) -> None:
    first, second = sample(ROWS, VOCAB, seed=5), sample(ROWS, VOCAB, seed=6)
    answer = student.definition("sample_next").seeded(77).calls((first,), (second, 0.7), (first,))
    shared = torch.Generator().manual_seed(77)
    right = [next_ids(first, 1.0, None, shared), next_ids(second, 0.7, None, shared)]
    right.append(next_ids(first, 1.0, None, shared))
    for place, (value, wanted) in enumerate(zip(answer.values, right, strict=True)):
        got = as_tensor(value, answer.called)
        same = got.shape == wanted.shape and torch.equal(got.long(), wanted)
        text = "draws other ids than one torch.multinomial of the right probabilities does"
        require(same, f"{answer.called}: call {place + 1} of 3 {text}")


@check(
    "sample_next.large_logits",
    "logits of ±1e4 and small temperatures",
    points=0.15,
    level="robustness",
    hint="How large may an exponent be before exp overflows?",
)
def test_sample_large_logits(student: Student) -> None:
    rows = torch.tensor([[1e4, 1e4 - 1, -1e4, 0.0], [-1e4, -1e4 + 1, -1e4 + 2, -1e4]]).repeat(50, 1)
    for temperature, top_k in ((1.0, None), (1.0, 2), (0.01, None)):
        answer = student.sample_next(rows, temperature, top_k, generator(61))
        assert_close(answer, expected(rows, temperature, top_k, seed=61), dtype=torch.int64)


@check(
    "sample_next.draws_once",
    "a given generator is the only one that is used, and at temperature 0 none is",
    points=0.25,
    level="robustness",
    hint="Who draws, and from which generator?",
)
def test_sample_draws_once(student: Student) -> None:
    logits = sample(20, VOCAB, seed=7)
    greedy, given = student.sample_next(logits, 0.0), student.sample_next(logits, 1.0, 3, generator(8))
    for answer in (greedy, given):
        as_tensor(answer.value, answer.called)
        assert_pure(answer)


@check(
    "sample_next.width_and_layout",
    "float64, and logits that lie otherwise in memory",
    points=0.35,
    level="robustness",
    hint="Of which dtype are the probabilities?",
)
def test_sample_width_and_layout(student: Student) -> None:
    logits = sample(ROWS, VOCAB, seed=9, scale=2.0)
    arguments: list[tuple[Any, ...]] = [(logits.double(), 1.0), (logits.double(), 0.5, 4), (logits.bfloat16(), 0.0)]
    for item, temperature, *top_k in [*arguments, (non_contiguous(logits), 1.0, 3)]:
        answer = student.sample_next(item, temperature, *(top_k or [None]), generator(71))
        wanted = expected(item, temperature, *(top_k or [None]), seed=71)
        assert_close(answer, wanted, dtype=torch.int64)
        require(answer.untouched, f"{answer.called} changes its input")


@check(
    "sample_next.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_sample_names(student: Student) -> None:
    logits = sample(30, VOCAB, seed=11)
    named = student.sample_next(top_k=3, generator=generator(9), temperature=0.8, logits=logits)
    positional = student.sample_next(logits, 0.8, 3, generator(9))
    assert_same_result(named, positional, f"gives something else than {positional.called}")
