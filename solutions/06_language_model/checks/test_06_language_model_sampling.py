"""Hidden checks of 06_language_model: sample_next."""

from typing import Any

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import as_tensor, assert_close, require
from autograder.checking.registry import check
from autograder.checking.robustness import assert_pure
from autograder.checking.samples import non_contiguous, sample
from autograder.checking.specs import CheckText, Places, formula
from autograder.checking.student import Student
from autograder.sandbox.host.student_text import quoted_shape
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


LOGITS = sample(ROWS, VOCAB, seed=2, scale=2.0)
OTHER = sample(ROWS, VOCAB, seed=3, scale=1.5)
FEW = sample(60, 5, seed=4, scale=1.5)
FAR = torch.tensor([[1e4, 1e4 - 1, -1e4, 0.0], [-1e4, -1e4 + 1, -1e4 + 2, -1e4]]).repeat(50, 1)


def drawn(logits: Tensor, temperature: float, top_k: int | None, seeded: dict[str, Any]) -> Tensor:
    """What the reference draws."""
    return expected(logits, temperature, top_k, seed=seeded["seed"])


formula(
    "sample_next",
    arguments="logits temperature top_k generator",
    places=((LOGITS, 1.0, None, generator(30)), (LOGITS, 0.4, None, generator(31)), (LOGITS, 2.5, None, generator(32))),
    hint=KNOBS,
    reference=drawn,
    dtype=torch.int64,
    checks={
        "values": CheckText("draws by softmax(logits / temperature)", points=0.5, id="temperature"),
        "names": CheckText(points=0.05),
    },
    more={
        "top_k": Places(
            "only the k largest take part, whatever k is",
            KNOBS,
            0.5,
            [(OTHER, t, k, generator(40 + k)) for k, t in ((3, 1.0), (1, 1.0), (VOCAB - 1, 1.0), (4, 3.0))],
        ),
        "all_of_them": Places(
            "top_k of the whole vocabulary or more changes nothing",
            "What should be left out when k is not smaller than the vocabulary?",
            0.25,
            [(FEW, 1.0, top_k, generator(50 + top_k)) for top_k in (5, 6, 50)],
        ),
        "large_logits": Places(
            "logits of ±1e4 and small temperatures",
            "How large may an exponent be before exp overflows?",
            0.15,
            [(FAR, t, k, generator(61)) for t, k in ((1.0, None), (1.0, 2), (0.01, None))],
            "robustness",
        ),
    },
)


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
        called = f"{answer.called}: call {place + 1} of 3"
        shapes = f"has shape {quoted_shape(got.shape)}, expected {tuple(wanted.shape)}"
        require(got.shape == wanted.shape, f"{called} {shapes}", "wrong shape")
        text = "draws other ids than one torch.multinomial of the right probabilities does"
        require(torch.equal(got.long(), wanted), f"{called} {text}")


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
