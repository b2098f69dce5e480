"""Where a program first computes a value that no right program computes, and on which its wrong result depends.

A value is right so far if some right program computes it in the same call. An expression is suspect if its own value
is not right, and all that it is computed from is. It does not count if only right values are computed from it: then a
right result was reached in another way. What is found is true, but no proof that the mistake is there.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

from autograder.repair.tracing import TracedPlace, TracedProgram

NOT_COMPARED = "00000000"  # the digest of what is neither a tensor nor a number
INTEGER = "i"  # the first letter of the digest of an integer

Computed = Sequence[tuple[int, str]]  # places of a traced program and the digests of their values, in their order


class TensorForm(NamedTuple):
    """What a digest says of a tensor in clear (`value_recorder`), and the digest of its numbers alone."""

    numbers: str
    shape: tuple[int, ...]
    dtype: str
    has_gradient: bool
    has_nan: bool

    @classmethod
    def of(cls, digest: str) -> Self | None:
        """Return what a digest says; None if it is not that of a tensor."""
        if " " not in digest:
            return None
        numbers, sizes, dtype, flags = digest.split(" ")
        shape = tuple(int(size) for size in sizes.split(",") if size)
        return cls(numbers, shape, dtype, "g" in flags, "n" in flags)


def _has_first_nan(value: TensorForm, right: Sequence[TensorForm]) -> bool:
    return value.has_nan and not any(item.has_nan for item in right)


def _has_only_another_dtype(value: TensorForm, right: Sequence[TensorForm]) -> bool:
    same = _with_same_numbers(value, right)
    return bool(same) and all(item.dtype != value.dtype for item in same)


def _lacks_only_a_gradient(value: TensorForm, right: Sequence[TensorForm]) -> bool:
    same = _with_same_numbers(value, right)
    return not value.has_gradient and any(item.has_gradient and item.dtype == value.dtype for item in same)


def _with_same_numbers(value: TensorForm, right: Sequence[TensorForm]) -> list[TensorForm]:
    return [item for item in right if (item.numbers, item.shape) == (value.numbers, value.shape)]


def _has_another_shape(value: TensorForm, right: Sequence[TensorForm]) -> bool:
    return all(item.shape != value.shape for item in right)


FORMS: Mapping[str, Callable[[TensorForm, Sequence[TensorForm]], bool]] = {
    "nan": _has_first_nan,
    "dtype": _has_only_another_dtype,
    "gradient": _lacks_only_a_gradient,
    "shape": _has_another_shape,
}


def compared(digests: Iterable[str], *, integers: bool = False) -> frozenset[str]:
    """Return the digests of tensors and of numbers with a fraction, and if asked for those of integers."""
    return frozenset(item for item in digests if item != NOT_COMPARED and (integers or not item.startswith(INTEGER)))


@dataclass(frozen=True)
class RightValues:
    """What right programs compute in a call.

    Attributes:
        digests: of all values.
        integers_only: whether the solution computes integers only. Elsewhere they are not compared: sizes and counts
            are computed in many ways.
    """

    digests: frozenset[str] = frozenset()
    integers_only: bool = False


@dataclass(frozen=True)
class FirstDifference:
    """An expression whose value no right program computes.

    Attributes:
        place: the expression.
        form: what is wrong with the value besides its numbers, one of `FORMS`; empty if nothing is known, or if calls
            differ in it.
        value: the value in the first call that shows it; None if it is no tensor.
    """

    place: TracedPlace
    form: str = ""
    value: TensorForm | None = None


def first_difference(
    program: TracedProgram,
    computed: Sequence[Computed],
    right: Sequence[RightValues],
    ignored: Collection[str] = (),
) -> FirstDifference | None:
    """Return the expression where most calls differ first from those of right programs; None if none is known.

    Args:
        program: the traced program.
        computed: what it computes in each call.
        right: what right programs compute in each of these calls; a call of which nothing is known does not count.
        ignored: forms in which a value may differ: a dtype that the result does not have is another way.
    """
    pairs = [(values, beside) for values, beside in zip(computed, right, strict=True) if beside.digests]
    calls = [ComparedCall(program.places, values, beside, ignored) for values, beside in pairs]
    counted = Counter(call.first for call in calls if call.first is not None).most_common(1)
    if not counted:
        return None
    place = counted[0][0]
    showing = [call for call in calls if call.first == place]
    forms = {call.wrong_form(place) for call in showing}
    form = forms.pop() if len(forms) == 1 else ""
    return FirstDifference(program.places[place], form, showing[0].wrong_value(place))


@dataclass(frozen=True)
class ComparedCall:
    """What a program computes in one call, beside what right programs compute there.

    Attributes:
        places: the expressions of the program.
        computed: what it computes.
        right: what right programs compute.
        ignored: forms in which a value may differ.
    """

    places: Sequence[TracedPlace]
    computed: Computed
    right: RightValues
    ignored: Collection[str] = ()

    @cached_property
    def first(self) -> int | None:
        """The place of the first suspect expression; None if there is none.

        If an integer that it is computed from is one that no right program computes, it is the expression of that.
        """
        suspect = next((place for place in self._wrong if self._is_suspect(place)), None)
        if suspect is None or (self.places[suspect].is_in_loop and self._may_be_another_way(suspect)):
            return None
        return self._wrong_integer(suspect)

    def wrong_value(self, place: int) -> TensorForm | None:
        """Return the first value at a place that no right program computes; None if it is no tensor."""
        wrong = self._wrong.get(place, frozenset())
        own = (digest for at, digest in self._known if at == place and digest in wrong)
        return next(map(TensorForm.of, own), None)

    def wrong_form(self, place: int) -> str:
        """Return what is wrong with the values at a place besides their numbers, as `FirstDifference` has it."""
        found = [TensorForm.of(digest) for digest in self._wrong.get(place, ())]
        wrong = [item for item in found if item is not None]
        if not wrong or len(wrong) < len(found):
            return ""
        return next((form for form, holds in FORMS.items() if all(holds(item, self._forms) for item in wrong)), "")

    @cached_property
    def _forms(self) -> list[TensorForm]:
        """What is known of the tensors that right programs compute."""
        return [item for item in map(TensorForm.of, self.right.digests) if item is not None]

    def _may_differ(self, digest: str) -> bool:
        """Whether a value differs from that of a right program in a form that is ignored only."""
        own = TensorForm.of(digest)
        return own is not None and any(FORMS[form](own, self._forms) for form in self.ignored)

    def _may_be_another_way(self, place: int) -> bool:
        """Whether a loop may only do in turns what others do at once, or something else than values has changed in it.

        The latter is possible if an expression was right in an earlier turn, unless all that it is computed from is
        compared.
        """
        was_right = self._wrong[place] != self._compared(self._values[place])
        parts = [self._compared(self._values.get(part, ())) for part in self.places[place].parts]
        return self.places[place].is_slice or (was_right and not (len(parts) > 1 and all(parts)))

    def _wrong_integer(self, place: int) -> int:
        """Return where a wrong integer was computed that an expression is computed from, else the expression itself."""
        parts = (self._values.get(part, frozenset()) for part in self.places[place].parts)
        wrong = {item for digests in parts for item in digests - self.right.digests if item.startswith(INTEGER)}
        makers = (one for one, digest in self._known if digest in wrong and self.places[one].is_computed)
        return next(makers, place)

    @cached_property
    def _known(self) -> Computed:
        """What it computes at places that there are: a student's program may print any number."""
        return [item for item in self.computed if item[0] < len(self.places)]

    @cached_property
    def _values(self) -> Mapping[int, frozenset[str]]:
        found: dict[int, set[str]] = {}
        for place, digest in self._known:
            found.setdefault(place, set()).add(digest)
        return {place: frozenset(digests) for place, digests in found.items()}

    def _compared(self, digests: Iterable[str]) -> frozenset[str]:
        return compared(digests, integers=self.right.integers_only)

    @cached_property
    def _wrong(self) -> Mapping[int, frozenset[str]]:
        """The digests that no right program has, by place, in the order in which they were computed.

        What the object has as an attribute is not wrong by itself, unless an expression of the program has computed it.
        """
        given = {digest for place, digest in self._known if self.places[place].is_given}
        made = {digest for place, digest in self._known if self.places[place].is_computed}
        right = self.right.digests | (given - made)
        found = {place: self._compared(digests) - right for place, digests in self._values.items()}
        other = {digest for digests in found.values() for digest in digests if self._may_differ(digest)}
        return {place: digests - other for place, digests in found.items() if digests - other}

    def _is_suspect(self, place: int) -> bool:
        item = self.places[place]
        is_innermost = item.is_computed and not item.is_filled and self._wrong.keys().isdisjoint(item.parts)
        return is_innermost and self._matters(place)

    def _matters(self, start: int) -> bool:
        """Whether something else than right values is computed from a wrong one, or it is the result."""
        pending, reached = [start], set[int]()
        while pending:
            place = pending.pop()
            reached.add(place)
            same = self._same_value(place)
            users = {self._user[item] for item in same if item in self._user} - same
            if not users or any(self._is_open(item) for item in users):
                return True
            pending += [item for item in users if item in self._wrong and item not in reached]
        return False

    def _is_open(self, user: int) -> bool:
        """Whether it is not known what an expression has made of a value: it failed, or is no number."""
        return not self._values.get(user, frozenset()) - {NOT_COMPARED}

    def _same_value(self, place: int) -> set[int]:
        """Return the places with a wrong value of a place, itself included."""
        return {place}.union(*(self._by_digest[digest] for digest in self._wrong[place]))

    @cached_property
    def _by_digest(self) -> Mapping[str, set[int]]:
        found: dict[str, set[int]] = {}
        for place, digests in self._wrong.items():
            for digest in digests:
                found.setdefault(digest, set()).add(place)
        return found

    @cached_property
    def _user(self) -> Mapping[int, int]:
        """The expression that is computed from a place."""
        return {part: place for place, item in enumerate(self.places) for part in item.parts}
