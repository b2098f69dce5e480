"""Further checks of a specification: calls that its author writes down or draws, beside those of the templates."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from autograder.checking.answer import Answer
from autograder.checking.assertions import Tolerance
from autograder.checking.layers import Weights
from autograder.checking.plain_functions import Level
from autograder.checking.registry import CheckInfo
from autograder.checking.specs.check_definition import IDENTIFIER
from autograder.checking.student import Question, Student
from autograder.course import CourseError

Place = tuple[Any, ...]  # the arguments of a call
Compare = Callable[[Answer, Any], None]  # of an answer with what is right


@dataclass(frozen=True)
class Example:
    """A call that has more to say than its arguments.

    Attributes:
        arguments: of the call.
        right: the right result, such as a figure of the source; by default the reference says it.
        init: what a class is constructed with, in order.
        weights: of the layer, in the order of the specification; without them it keeps those that it drew.
        seed: of the generators before the construction or the call; by default an unusual one.
    """

    arguments: Place
    right: Any = None
    init: Place = ()
    weights: Weights = field(default_factory=dict)
    seed: int | None = None

    def question(self, student: Student, name: str) -> Question:
        """Return the question that constructs the class, or that is about the function."""
        question: Question = student.definition(name)
        if name[0].isupper():
            question = getattr(student, name)(*self.init)
        if self.weights:
            question = question.state(self.weights)
        return question if self.seed is None else question.seeded(self.seed)


@dataclass(frozen=True)
class Places:
    """A further check of an exercise, at places of its own.

    Attributes:
        title: what is true when the check passes.
        hint: one sentence that leads on without giving the answer.
        points: what it is worth.
        places: where the exercise is compared; last arguments may be left out.
        level: `core` or `robustness`.
        tolerance: of numbers; by default that of the other checks.
        compare: compares an answer with the right result, if not as the other checks do.
        forgives: a plain place, or True for inputs of the usual sizes: a program that is wrong there already is only
            asked for results of the right form. Only `spec` forgives.
        for_message: what it explains better, if cheaper checks reject the same programs.
    """

    title: str
    hint: str
    points: float
    places: Sequence[Place | Example]
    level: Level = "core"
    tolerance: Tolerance | None = None
    compare: Compare | None = None
    forgives: bool | Place | Example = False
    for_message: str = ""

    @property
    def examples(self) -> list[Example]:
        """The calls, each with all that belongs to it."""
        return [as_example(place) for place in self.places]


@dataclass(frozen=True)
class Drawn:
    """A further check of an exercise, at places that are drawn: the smallest one that fails is told.

    Attributes:
        title: what is true when the check passes.
        hint: one sentence that leads on without giving the answer.
        points: what it is worth.
        drawn: how each number, or whatever a place is made of, is drawn.
        place: makes a place of what was drawn, given by name.
        level: `core` or `robustness`.
    """

    title: str
    hint: str
    points: float
    drawn: Mapping[str, st.SearchStrategy[Any]]
    place: Callable[..., Place | Example]
    level: Level = "core"

    def at(self, drawn: Mapping[str, Any]) -> Places:
        """Return the check at the place that was drawn."""
        return Places(self.title, self.hint, self.points, [self.place(**drawn)], self.level)


Further = Places | Drawn


def as_example(place: Place | Example) -> Example:
    """Return a place as an example."""
    return place if isinstance(place, Example) else Example(place)


def validate_further(where: str, more: Mapping[str, Further], *, needs_init: bool = False) -> None:
    """Refuse further checks that cannot be asked.

    Args:
        where: the exercise, in messages.
        more: the checks by id.
        needs_init: whether it is a class that is constructed with something.

    Raises:
        CourseError: an id is none, a check has no places, or a place of a class does not say how to construct it.
    """
    if wrong := next((check_id for check_id in more if not IDENTIFIER.fullmatch(check_id)), None):
        raise CourseError(f"{where}: {wrong!r} is no id of a check; write small letters and underscores")
    for check_id, item in more.items():
        if isinstance(item, Places) and not item.places:
            raise CourseError(f"{where}: {check_id} has no places")
        if isinstance(item, Places) and needs_init and not all(example.init for example in item.examples):
            raise CourseError(
                f"{where}: {check_id} does not say what the class is constructed with; write Example(init=…)"
            )


def further_info(exercise: str, check_id: str, item: Further, *, from_solution: bool) -> CheckInfo:
    """Return the declaration of a further check; one that knows every right result by itself needs no solution."""
    known = isinstance(item, Places) and all(example.right is not None for example in item.examples)
    return CheckInfo(
        f"{exercise}.{check_id}",
        item.title,
        item.points,
        item.level,
        item.hint,
        item.for_message if isinstance(item, Places) else "",
        from_specification=True,
        from_solution=from_solution and not known,
    )


def further_function(compare: Callable[[Student, Places], None], item: Further) -> Callable[..., None]:
    """Return the function of a further check; `compare` asks a student at places."""
    if isinstance(item, Places):

        def at_places(student: Student) -> None:
            compare(student, item)

        return at_places

    def at_drawn(student: Student, **drawn: Any) -> None:
        compare(student, item.at(drawn))

    return at_drawn
