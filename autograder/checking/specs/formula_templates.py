"""What the checks of a function of plain numbers do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import (
    FLOAT32,
    FORMULA,
    Tolerance,
    as_tensor,
    assert_close,
    assert_number,
    assert_numbers,
    require,
)
from autograder.checking.describe import describe_dtype
from autograder.checking.formulas import assert_contents, assert_count, assert_pure_floats
from autograder.checking.own_values import assert_by_name, assert_calls_as_alone
from autograder.checking.robustness import assert_keeps_device, assert_places, assert_pure
from autograder.checking.samples import UNUSUAL_SEED
from autograder.checking.specs.places import Compare, Place, Places
from autograder.checking.student import UNRECORDED, Question, Student, device

Call = tuple[Place, str | None]  # where, and on which device; without one, that is left to its default
DIGITS = Tolerance(1e-12, 1e-6)  # for numbers that may be tiny or huge; 0 is nothing to be relative to
MOST_BITS = 63  # of an int64
ELSEWHERE = "cuda"


def _arguments(call: Call) -> tuple[Any, ...]:
    place, there = call
    return place if there is None else (*place, device(there))


@dataclass(frozen=True)
class Formula:
    """A function of plain numbers, or of anything else that is the same in every run.

    Attributes:
        name: of the exercise.
        arguments: their names, in order.
        right: the right result.
        places: where it is compared.
        far: where digits are easily lost.
        hint: of the core checks.
        drawn: how each argument is drawn in `anywhere`.
        from_solution: whether the solution says what is right.
        takes_device: whether a last argument `device` says where the result is made; its dtype then counts everywhere,
            and not only in `far_away`.
        dtype: which a tensor must have in `far_away` and `on_devices`; one of whole numbers everywhere.
        compare: compares an answer with the right result, if that is neither a number, numbers nor a tensor.
        counted: of a count, the solution, for sizes that no reference counts up to.
    """

    name: str
    arguments: Sequence[str]
    right: Callable[..., Any]
    places: Sequence[Place]
    far: Sequence[Place]
    hint: str
    drawn: Mapping[str, st.SearchStrategy[Any]]
    from_solution: bool
    takes_device: bool = False
    dtype: torch.dtype | None = None
    compare: Compare | None = None
    counted: Callable[..., int] = int

    def at_places(self, student: Student) -> None:
        """Compare at its own places."""
        for number, place in enumerate(self.places):
            question = student.definition(self.name)
            question = question.unrecorded() if number % 2 else question
            self._agree(question.call(*place), self.right(*place))

    def at_further(self, student: Student, item: Places) -> None:
        """Compare at the places of a further check."""
        for example in item.examples:
            answer = example.question(student, self.name).call(*example.arguments)
            right = self.right(*example.arguments) if example.right is None else example.right
            if item.compare:
                item.compare(answer, right)
            else:
                self._agree(answer, right, item.tolerance)

    def anywhere(self, student: Student, **drawn: Any) -> None:
        """Compare at the place that was drawn."""
        place = [drawn[name] for name in self.arguments]
        self._agree(self._ask(student, *place), self.right(*place))

    def far_away(self, student: Student) -> None:
        """Compare far away, to all digits; of tensors, also the dtype and that nothing is drawn."""
        for place in self.far:
            answer, right = student.definition(self.name).calls(place, place), self.right(*place)
            self._agree(answer, right, None if isinstance(right, Tensor) else DIGITS)
            if isinstance(right, Tensor):
                assert_pure_floats(answer)
                got = answer.value.dtype
                text = f"{answer.called} has dtype {describe_dtype(got)}, expected {describe_dtype(self.dtype or got)}"
                require(self.dtype in (None, got), text, "wrong dtype")
            assert_pure(answer, may_draw=True)

    def at_vast_sizes(self, student: Student) -> None:
        """Compare far away, and where the count has more digits than a float; only the solution counts that far."""
        self.far_away(student)
        first, *others = self.far[-1]
        counts = (self.counted(first * ((1 << bits) + 1), *others) for bits in range(MOST_BITS))
        bits = next(bits for bits, number in enumerate(counts) if int(float(number)) != number)
        place = (first * ((1 << bits) + 1), *others)
        self._agree(self._ask(student, *place), self.counted(*place))

    def on_devices(self, student: Student) -> None:
        """Require the result that the program makes by default, on any device."""
        place = self.places[0]
        own = self._ask(student, *place)
        assert_close(own, as_tensor(own.value, own.called), dtype=self.dtype)
        for there in (ELSEWHERE, device(ELSEWHERE)):
            assert_keeps_device(student.definition(self.name).on_stand_in().call(*place, there), own)
        for here in (device("cpu"), None):
            answer = self._ask(student, *place, here)
            as_tensor(answer.value, answer.called)

    def again_and_again(self, student: Student) -> None:
        """Require the right result in each of several calls at different places and devices, without side effects."""
        question = student.definition(self.name).seeded(UNUSUAL_SEED)
        one, other = self.places[:2]
        self._each(question, [(place, None) for place in (*self.places, *self.places)])
        calls = [(one, None), (other, None), (one, ELSEWHERE), (other, ELSEWHERE), (other, "cpu")]
        answer = question.on_stand_in().calls(*map(_arguments, calls))
        if answer.is_asked:
            self._each(question.on_stand_in(), calls)
            self._assert_device_of_each(question.on_stand_in(), answer, calls)

    def _assert_device_of_each(self, question: Question, answer: Answer, calls: Sequence[Call]) -> None:
        """Require that each call makes its result where it does alone; `on_devices` asks whether that is right."""
        asked = zip(answer.places, calls, strict=True)
        if all(item == (there or "cpu") for found, (_, there) in asked for item in found):
            return
        alone = [question.call(*_arguments(call)).places for call in calls]
        assert_places(answer, [next(iter(*found), "cpu") for found in alone])

    def _each(self, question: Question, calls: Sequence[Call]) -> None:
        right = [self.right(*place) for place, _ in calls]
        states: list[dict[str, Any]] = [{}, UNRECORDED] * len(calls)
        assert_pure(assert_calls_as_alone(question, *map(_arguments, calls), right=right, states=states))

    def by_name(self, student: Student) -> None:
        """Require that arguments can be given by name, in another order."""
        place = self.places[0]
        named = dict(reversed([*zip(self.arguments, place, strict=False)]))
        if self.takes_device:
            named = {"device": "cpu", **named}
        assert_by_name(student.definition(self.name).call(**named), self._ask(student, *place))

    def _ask(self, student: Student, *place: Any) -> Answer:
        return student.definition(self.name).call(*place)

    def _agree(self, answer: Answer, right: Any, tolerance: Tolerance | None = None) -> None:
        if self.compare:
            self.compare(answer, right)
        elif isinstance(right, Tensor) and not right.is_floating_point():
            assert_close(answer, right, dtype=self.dtype)
        elif isinstance(right, Tensor):
            (assert_close if self.takes_device else assert_contents)(answer, right, tolerance or FLOAT32)
        elif isinstance(right, tuple | list):
            assert_numbers(answer, right, tolerance or FORMULA)
        elif isinstance(right, int):
            assert_count(answer, right)
        else:
            assert_number(answer, right, tolerance or FORMULA)
