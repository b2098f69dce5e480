"""Hidden checks of 06_language_model: sinusoidal_positions."""

import torch
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.checking.assertions import Tolerance, as_tensor, assert_close
from autograder.checking.own_values import KEEP_NAMES, assert_by_name, assert_calls_as_alone
from autograder.checking.registry import PLAIN_VALUES, check
from autograder.checking.robustness import assert_pure
from autograder.checking.samples import MOST_TOKENS, T
from autograder.checking.student import Student, device
from solutions.shared.reference.language import sinusoidal_positions

FINE = Tolerance(3e-4, 0.0)  # angles near 200 in float32; a base of 9,999 is off by 8e-4
SEED = 8_341  # a generator seeded with the usual 0, 42 or 123 is not where it was


@check(
    "sinusoidal_positions.values",
    "the waves at an even width",
    points=0.4,
    hint="Write out the rows of positions 0 and 1 for a width of 4.",
    for_message=PLAIN_VALUES,
)
def test_positions_values(student: Student) -> None:
    for length, width in ((T, 8), (12, 6)):
        assert_close(student.sinusoidal_positions(length, width), sinusoidal_positions(length, width))


@check(
    "sinusoidal_positions.odd_width",
    "an odd width ends in a sine",
    points=0.3,
    hint="What becomes of the last pair of columns when there is room for one of them?",
)
def test_positions_odd_width(student: Student) -> None:
    for length, width in ((T, 5), (4, 9), (6, 1)):
        assert_close(student.sinusoidal_positions(length, width), sinusoidal_positions(length, width))


@check(
    "sinusoidal_positions.any_sizes",
    "any number of positions of any width, one included",
    points=0.4,
    hint="Which columns share an angle, and how slow is the last pair?",
)
@given(length=st.integers(1, 9), width=st.integers(2, 12))
@example(length=1, width=2)
def test_positions_any_sizes(student: Student, length: int, width: int) -> None:
    assert_close(student.sinusoidal_positions(length, width), sinusoidal_positions(length, width))


@check(
    "sinusoidal_positions.longest",
    "200 positions in 64 columns",
    points=0.2,
    hint="The last position is as good as any other.",
)
def test_positions_longest(student: Student) -> None:
    expected = sinusoidal_positions(MOST_TOKENS, 64)
    assert_close(student.sinusoidal_positions(MOST_TOKENS, 64), expected, FINE)


@check(
    "sinusoidal_positions.width_and_device",
    "float32, on the device that is asked for",
    points=0.2,
    level="robustness",
    hint="Of which dtype and where is a new tensor if nothing is said?",
)
def test_positions_width_and_device(student: Student) -> None:
    answer = student.sinusoidal_positions(T, 6)
    own = as_tensor(answer.value, answer.called)
    assert_close(answer, own, dtype=torch.float32)
    for place in ("meta", device("meta")):
        assert_close(student.sinusoidal_positions(T, 6, place), own.to("meta"), dtype=torch.float32)
    assert_close(student.sinusoidal_positions(T, 6, device("cpu")), own)


@check(
    "sinusoidal_positions.repeated",
    "every call gives its own sizes, and leaves torch as it was",
    points=0.45,
    level="robustness",
    hint="Nothing is kept from one call to the next.",
)
def test_positions_repeated(student: Student) -> None:
    calls = [(T, 6), (3, 6), (T + 4, 6), (T, 5), (T, 6)]
    question = student.definition("sinusoidal_positions").seeded(SEED)
    right = [sinusoidal_positions(*sizes).float() for sizes in calls]
    assert_pure(assert_calls_as_alone(question, *calls, right=right))


@check(
    "sinusoidal_positions.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_positions_names(student: Student) -> None:
    named = student.sinusoidal_positions(device="cpu", d_model=6, T=T)
    assert_by_name(named, student.sinusoidal_positions(T, 6))
