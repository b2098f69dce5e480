"""Hidden checks of 06_language_model: sample_next.

What it hands over to `multinomial` is the exercise; the ids are what `multinomial` made of it, and depend on the layout
of the probabilities in memory, of which no text speaks.
"""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import (
    FLOAT32,
    LARGE,
    Tolerance,
    as_tensor,
    assert_close,
    assert_tensor,
    require,
)
from autograder.checking.describe import describe_dtype
from autograder.checking.own_values import KEEP_NAMES, assert_by_name
from autograder.checking.registry import check
from autograder.checking.robustness import assert_keeps_device, assert_pure
from autograder.checking.samples import non_contiguous, sample
from autograder.checking.student import UNRECORDED, Question, Student
from autograder.wording import counted
from solutions.shared.language import VOCAB, drawn_from, generator
from solutions.shared.reference.language import next_ids, next_probabilities

ROWS = 300  # more than one row of each kind
KNOBS = "In which order do temperature, top k and softmax come, and what does each of them do to one row?"
BFLOAT16_SHARES = Tolerance(2e-2, 2e-2)


def asked(student: Student) -> Question:
    """The student's function; the answer says what it hands over."""
    return student.definition("sample_next").handing("multinomial")


WIDE = sample(20, 120, seed=5, scale=1.5)  # more tokens than a top_k that somebody may set without being asked


def greedy(logits: Tensor) -> Tensor:
    """The first of the largest in each row."""
    return next_ids(logits, 0.0, None, torch.Generator())


def assert_drawn(
    answer: Answer, logits: Tensor, temperature: float, top_k: int | None, tolerance: Tolerance = FLOAT32
) -> None:
    """Require one draw of one id for each row, from the right probabilities, and that these ids are returned."""
    called, handed = answer.called, answer.handed
    ids = as_tensor(answer.value, called)
    require(handed, f"{called} draws nothing with torch.multinomial")
    require(len(handed) == 1, f"{called} calls torch.multinomial {len(handed)} times, expected one call")
    right = next_probabilities(logits.double(), temperature, top_k)
    drawn, shares = drawn_from(handed[0], right, called, tolerance), handed[0]["given"][0]
    left = int((shares[right == 0] != 0).sum()) if top_k is not None and top_k < logits.shape[-1] else 0
    told = f"they are not exactly 0 for {counted(left, 'token')} outside the top_k"
    require(not left, f"{called} gives torch.multinomial other probabilities: {told}")
    require(torch.equal(drawn, ids.reshape(-1).long()), f"{called} returns other ids than were drawn")
    assert_close(answer, drawn, dtype=torch.int64)


@check(
    "sample_next.greedy",
    "temperature 0 takes the first of the largest",
    points=0.4,
    hint="What does a softmax tend to when its temperature goes to 0?",
)
def test_sample_greedy(student: Student) -> None:
    logits = sample(40, VOCAB, seed=1)
    tied = torch.tensor([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0], [-5.0, -7.0, -5.0], [0.0, 1e4, 1e4]])
    for item, distinct in ((logits, True), (tied, False), (-logits, True), (logits[:1], True), (WIDE.round(), False)):
        for top_k in (None, 2):
            arguments = (item, 0.0) if top_k is None else (item, 0.0, top_k)
            answer = student.definition("sample_next").calls(arguments, arguments, states=[UNRECORDED])
            if top_k is None or distinct:
                assert_close(answer, greedy(item), dtype=torch.int64)
                assert_tensor(answer.values[0], greedy(item), FLOAT32, called=answer.called, dtype=torch.int64)


LOGITS = sample(ROWS, VOCAB, seed=2, scale=2.0)
OTHER = sample(ROWS, VOCAB, seed=3, scale=1.5)
FEW = sample(60, 5, seed=4, scale=1.5)
TIED = torch.tensor([[2.0, 3.0, 3.0, 0.0, 1.0], [3.0, 3.0, 3.0, 2.0, -1.0]])  # equal numbers above the border of top_k
FAR = torch.tensor([[1e4, 1e4 - 1, -1e4, 0.0], [-1e4, -1e4 + 1, -1e4 + 2, -1e4]]).repeat(50, 1)


@check("sample_next.temperature", "draws by softmax(logits / temperature)", points=0.5, hint=KNOBS)
def test_sample_temperature(student: Student) -> None:
    for place, temperature in enumerate((1.0, 0.4, 2.5)):
        for question in (asked(student), asked(student).unrecorded()):
            answer = question.call(LOGITS, temperature, None, generator(30 + place))
            assert_drawn(answer, LOGITS, temperature, None)
            own = answer.handed[0]["named"].get("generator") == 30 + place
            require(own, f"{answer.called} draws with another generator than the one that is given")


@check("sample_next.top_k", "only the k largest take part, whatever k is", points=0.5, hint=KNOBS)
def test_sample_top_k(student: Student) -> None:
    for k, temperature in ((3, 1.0), (2, 1.0), (VOCAB - 1, 1.0), (4, 3.0)):
        assert_drawn(asked(student).call(OTHER, temperature, k, generator(40 + k)), OTHER, temperature, k)
    assert_drawn(asked(student).unrecorded().call(TIED, 1.0, 4, generator(45)), TIED, 1.0, 4)


@check(
    "sample_next.all_of_them",
    "top_k of the whole vocabulary or more changes nothing",
    points=0.25,
    hint="What should be left out when k is not smaller than the vocabulary?",
)
def test_sample_all_of_them(student: Student) -> None:
    for top_k in (5, 6, 50):
        assert_drawn(asked(student).call(FEW, 1.0, top_k, generator(50 + top_k)), FEW, 1.0, None)
    for many in (None, 60, 120):
        assert_drawn(asked(student).call(WIDE, 1.0, many, generator(59)), WIDE, 1.0, many)


@check("sample_next.any_sizes", "any number of rows and tokens", points=0.25, hint=KNOBS)
@given(
    rows=st.integers(1, 4),
    vocab_size=st.integers(1, 6),
    temperature=st.sampled_from((0.5, 1.0, 2.0, 0.0)),
    top_k=st.sampled_from((None, 2, 9)),
    seed=st.integers(0, 50),
)
def test_sample_any_sizes(
    student: Student, rows: int, vocab_size: int, temperature: float, top_k: int | None, seed: int
) -> None:
    logits = sample(rows, vocab_size, seed=seed, scale=2.0)
    answer = asked(student).call(logits, temperature, top_k, generator(seed))
    if temperature == 0:
        assert_close(answer, greedy(logits), dtype=torch.int64)
    else:
        assert_drawn(answer, logits, temperature, top_k)


@check(
    "sample_next.defaults",
    "without a generator torch's own is used, with temperature 1 and all tokens",
    points=0.3,
    hint="Which three arguments may be left out, and what happens then?",
)
def test_sample_defaults(student: Student) -> None:
    for arguments, temperature in (((OTHER,), 1.0), ((OTHER, 0.7), 0.7)):
        answer = asked(student).seeded(77).call(*arguments)
        assert_drawn(answer, OTHER, temperature, None)
        own = answer.handed[0]["named"].get("generator") is None and not answer.rng_untouched
        require(own, f"{answer.called} does not draw with torch's own generator")
    calls = student.definition("sample_next").seeded(77).calls((OTHER,), (OTHER,))
    first, second = (as_tensor(value, calls.called) for value in calls.values)
    require(not torch.equal(first, second), f"{calls.called} draws the same ids in both of two calls")


@check(
    "sample_next.large_logits",
    "logits of ±1e4 and small temperatures",
    points=0.15,
    level="robustness",
    hint="How large may an exponent be before exp overflows?",
)
def test_sample_large_logits(student: Student) -> None:
    for temperature, top_k in ((1.0, None), (1.0, 2), (0.01, None), (1e4, None)):
        for question in (asked(student), asked(student).unrecorded()):
            answer = question.call(FAR, temperature, top_k, generator(61))
            assert_drawn(answer, FAR, temperature, top_k, LARGE)
    assert_drawn(asked(student).call(OTHER, 0.05, None, generator(62)), OTHER, 0.05, None)


@check(
    "sample_next.draws_once",
    "a given generator is the only one that is used; at temperature 0 nothing is drawn, and otherwise always",
    points=0.25,
    level="robustness",
    hint="Who draws, and from which generator?",
)
def test_sample_draws_once(student: Student) -> None:
    logits = sample(20, VOCAB, seed=7)
    usual = [(logits, *knobs) for knobs in ((0.0, None), (0.0, 3), (1.0, 3), (1.0, 1), (0.04, None))]
    for item, temperature, top_k in [*usual, (1e-4 * logits, 1e-4, None)]:
        answer = asked(student).call(item, temperature, top_k, generator(8))
        as_tensor(answer.value, answer.called)
        assert_pure(answer)
        times = len(answer.handed)
        text = f"{answer.called} calls torch.multinomial {counted(times, 'time')}, expected {int(temperature > 0)}"
        require(times == (temperature > 0), text)
        seeds = [item["named"].get("generator") for item in answer.handed]
        require(seeds in ([], [8]), f"{answer.called} draws with another generator than the one that is given")
    for place in (generator(8), None):
        assert_pure(asked(student).unrecorded().call(logits, 0.0, None, place))


@check(
    "sample_next.width_and_layout",
    "the dtype of the logits, and logits that lie otherwise in memory",
    points=0.25,
    level="robustness",
    hint="Of which dtype are the probabilities?",
)
def test_sample_width_and_layout(student: Student) -> None:
    logits = sample(ROWS, VOCAB, seed=9, scale=2.0)
    arguments = [(logits.double(), 1.0, None), (logits.double(), 0.5, 4), (logits.bfloat16(), 1.0, None)]
    for item, temperature, top_k in [*arguments, (non_contiguous(logits), 1.0, 3)]:
        answer = asked(student).call(item, temperature, top_k, generator(71))
        tolerance = BFLOAT16_SHARES if item.dtype is torch.bfloat16 else FLOAT32
        assert_drawn(answer, item, temperature, top_k, tolerance)
        dtype = answer.handed[0]["given"][0].dtype
        text = f"{answer.called} gives torch.multinomial probabilities of {describe_dtype(dtype)}, expected {describe_dtype(item.dtype)}"
        require(dtype is item.dtype, text, "wrong dtype")
        require(answer.untouched, f"{answer.called} changes its input")
    item = logits.bfloat16()
    assert_close(student.sample_next(item, 0.0), greedy(item), dtype=torch.int64)


@check(
    "sample_next.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_sample_names(student: Student) -> None:
    named = student.sample_next(generator=generator(30), top_k=3, temperature=0.5, logits=LOGITS)
    assert_by_name(named, student.sample_next(LOGITS, 0.5, 3, generator(30)))


@check(
    "sample_next.device",
    "the ids are on the device of the logits, whoever draws",
    points=0.1,
    level="robustness",
    hint="Where does whatever the function creates belong?",
)
def test_sample_device(student: Student) -> None:
    question = student.definition("sample_next").seeded(72)
    logits = sample(20, VOCAB, seed=10)
    for arguments in ((logits, 0.0), (logits, 0.7, 3, generator(11)), (logits, 1.0, VOCAB)):
        assert_keeps_device(question.on_stand_in().call(*arguments), question.call(*arguments))
