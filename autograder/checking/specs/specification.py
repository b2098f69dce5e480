"""What an exercise takes and returns, as its author writes it down; and the same at certain sizes."""

import functools
import inspect
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.layers import Weights, with_weights
from autograder.checking.named_outputs import outputs_of
from autograder.checking.reference_cache import remembered
from autograder.checking.samples import sample
from autograder.checking.specs.places import Example
from autograder.checking.specs.shapes import BATCH, Sizes, evaluate_size, letters_of, shape_of
from autograder.checking.specs.solution import solution_result
from autograder.checking.student import Question, Student

Leading = Literal["any", "one", "none"]
Draw = Callable[..., Tensor]  # called with the sizes and a seed
Reference = Callable[..., Any]  # a tensor, or one for each output

WEIGHT_SEED = 60
VECTOR_SCALE = 0.5


@dataclass(frozen=True)
class Specification:
    """An exercise as its author describes it; the fields are the arguments of `spec`.

    Attributes:
        assignment: the id of the part.
        without: the templates that say nothing about the exercise, or whose place checks by hand take.
        sizes: the usual size of every letter.
    """

    name: str
    assignment: str
    inputs: Mapping[str, str]
    arguments: Mapping[str, Any]
    weights: Mapping[str, str]
    init: Mapping[str, Any] | None
    cases: Sequence[Mapping[str, Any]]
    leading: Leading
    sizes: Sizes
    draws: Mapping[str, Draw]
    reference: Reference | None
    rounded: float
    smallest: Sizes
    steep: float
    below: Mapping[str, str]
    outputs: Sequence[str]
    without: Collection[str]

    @property
    def is_class(self) -> bool:
        """Whether the exercise is a class, as its name says."""
        return self.name[0].isupper()

    @property
    def usual_leading(self) -> tuple[int, ...]:
        """The leading dimensions of an ordinary input."""
        return () if self.leading == "none" else (2,)

    @property
    def few_leading(self) -> tuple[int, ...]:
        """As few leading dimensions as make every input of a function a matrix, which most programs accept."""
        enough = not self.is_class and self.leading == "any" and all(len(w.split()) > 1 for w in self.inputs.values())
        return () if enough else self.usual_leading

    @property
    def layout_leading(self) -> tuple[int, ...]:
        """As many leading dimensions as make every input a batch of matrices, which can lie in memory in many ways."""
        return (2, 3) if self.leading == "any" else self.usual_leading

    @functools.cached_property
    def free_letters(self) -> list[str]:
        """The letters that only the inputs have: a layer does not know these sizes when it is constructed."""
        fixed = [*self.weights.values(), *self._named_sizes(self.init or {}), *self._named_sizes(self.arguments)]
        bound = letters_of(fixed, where=self.name)
        return [letter for letter in self.sizes if letter not in bound]

    @property
    def bound_letters(self) -> list[str]:
        """The other letters: sizes of a layer, or numbers among the arguments."""
        return [letter for letter in self.sizes if letter not in self.free_letters]

    @property
    def factors(self) -> list[str]:
        """The letters that are multiplied with another size, or that count layers with weights of their own."""
        products = (word for words in self._shapes for word in words.split() if "*" in word)
        return [*letters_of(products, where=self.name), *map(_repeated_letter, self.weights)]

    @property
    def shape_letters(self) -> list[str]:
        """The letters that are a size of something; the others are only numbers among the arguments."""
        return letters_of(self._shapes, where=self.name)

    @property
    def _shapes(self) -> list[str]:
        """The shapes of inputs and weights, and the sizes that the constructor is given."""
        return [*self.inputs.values(), *self.weights.values(), *self._named_sizes(self.init or {})]

    @staticmethod
    def _named_sizes(values: Mapping[str, Any]) -> list[str]:
        return [value for value in values.values() if isinstance(value, str)]

    def settings(self, sizes: Sizes | None = None) -> Iterator["Setting"]:
        """Return the specification at these sizes, by default the usual ones, in each of its cases, for each output."""
        for case in self.cases:
            for place in range(max(len(self.outputs), 1)):
                yield Setting(self, dict(sizes or self.sizes), dict(case), place)

    def settings_of_first_case(self) -> Iterator["Setting"]:
        """Return the specification at the usual sizes in its first case, for each output."""
        return (setting for setting in self.settings() if setting.case == self.cases[0])


@dataclass(frozen=True)
class Setting:
    """A specification at certain sizes, in one case.

    Attributes:
        sizes: by letter.
        case: further arguments of the constructor or of the function.
        place: of the output that counts, where there are several.
    """

    spec: Specification
    sizes: Mapping[str, int]
    case: Mapping[str, Any]
    place: int = 0

    def at(self, **sizes: int) -> "Setting":
        """Return the same with some sizes changed."""
        return replace(self, sizes={**self.sizes, **sizes})

    def inputs(self, seed: int, leading: Sequence[int] | None = None) -> list[Tensor]:
        """Return an input tensor for each name; the batch is one of `sizes`, unless leading dimensions are given."""
        usual = (self.sizes[BATCH],) if BATCH in self.sizes else self.spec.usual_leading
        before = tuple(usual if leading is None else leading)
        return [
            self._draw_input(name, *before, *shape_of(words, self.sizes), seed=seed + 100 * place)
            for place, (name, words) in enumerate(self.spec.inputs.items())
        ]

    def with_a_row_of_zeros(self, xs: Sequence[Tensor]) -> list[Tensor]:
        """Return the same inputs; of those that are drawn as usual, the second row of each matrix is zeros."""
        emptied = []
        for name, x in zip(self.spec.inputs, xs, strict=True):
            usual = name not in self.spec.draws and x.is_floating_point()
            rows = torch.arange(x.shape[-2]).unsqueeze(-1) if usual and x.dim() > 1 else None
            emptied.append(x if rows is None else x.masked_fill(rows == 1, 0.0))
        return emptied

    def _draw_input(self, name: str, *shape: int, seed: int) -> Tensor:
        if name in self.spec.below:
            drawn = torch.Generator().manual_seed(seed)
            return torch.randint(evaluate_size(self.spec.below[name], self.sizes), shape, generator=drawn)
        return self.spec.draws.get(name, sample)(*shape, seed=seed)

    @functools.cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of every parameter, in order."""
        return {full: shape_of(self.spec.weights[name], self.sizes) for full, name in self._described.items()}

    @functools.cached_property
    def _described(self) -> dict[str, str]:
        """The name in the specification of every parameter; one with `{h}` stands for one for each number below h."""
        described: dict[str, str] = {}
        names = list(self.spec.weights)
        while names:
            letter = _repeated_letter(names[0])
            group = [names.pop(0)]
            while letter and names and _repeated_letter(names[0]) == letter:
                group.append(names.pop(0))
            for number in range(self.sizes[letter] if letter else 1):
                for name in group:
                    described[name.replace(f"{{{letter}}}", str(number)) if letter else name] = name
        return described

    @functools.cached_property
    def weights(self) -> Weights:
        """Weights with signs, different for every parameter, that keep sums of order 1."""
        return {
            name: draw(*shape, seed=WEIGHT_SEED + place)
            if (draw := self.spec.draws.get(self._described[name]))
            else sample(*shape, seed=WEIGHT_SEED + place, scale=_weight_scale(shape))
            for place, (name, shape) in enumerate(self.shapes.items())
        }

    @functools.cached_property
    def arguments(self) -> dict[str, Any]:
        """What follows the inputs in a call, by name."""
        given = self._sized(self.spec.arguments)
        return given if self.spec.is_class else {**given, **self.case}

    @functools.cached_property
    def init(self) -> dict[str, Any]:
        """What a class is constructed with, by name."""
        return {**self._sized(self.spec.init or {}), **self.case}

    @property
    def other_init(self) -> dict[str, Any]:
        """What a second object of the class is constructed with: other sizes and other options."""
        larger = self.at(**{letter: self.sizes[letter] + 1 for letter in self.spec.bound_letters})
        return {name: _other_option(value) for name, value in larger.init.items()}

    def _sized(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: evaluate_size(value, self.sizes) if isinstance(value, str) else value
            for name, value in values.items()
        }

    def construct(self, student: Student) -> Question:
        """Return the question that constructs the class with weights of its own, or that is about the function."""
        definition = student.definition(self.spec.name)
        if self.spec.is_class:
            definition = getattr(student, self.spec.name)(*self.init.values())
        return self.of_output(definition)

    def of_output(self, question: Question) -> Question:
        """Return the question whose answers are the output that counts."""
        return question.output(self.spec.outputs, self.place) if self.spec.outputs else question

    def question(self, student: Student, weights: Weights | None = None, dtype: torch.dtype | None = None) -> Question:
        """Return the question for the definition, with these weights if it is a class."""
        question = self.construct(student)
        return with_weights(question, weights or self.weights, dtype) if self.spec.is_class else question

    def ask(self, student: Student, xs: Sequence[Tensor]) -> Answer:
        """Call the definition with these inputs."""
        return self.question(student).call(*self.with_arguments(xs))

    def with_arguments(self, xs: Sequence[Any]) -> tuple[Any, ...]:
        """Return the inputs and what follows them in a call."""
        return (*xs, *self.arguments.values())

    def right(self, xs: Sequence[Tensor], weights: Weights | None = None) -> Tensor:
        """Return the right result, in float64."""
        given = () if not self.spec.is_class else tuple((weights or self.weights).values())
        return self.pick(_result(self.compute(), tuple(map(in_double, (*xs, *given)))))

    def right_at(self, example: Example) -> Tensor:
        """Return the right result of a call that the author writes down: what it says, or else the reference's."""
        if example.right is not None:
            return self.pick(example.right)
        names = dict.fromkeys((*(self.spec.init or {}), *(name for case in self.spec.cases for name in case)))
        reference = self._reference(tuple(example.weights), dict(zip(names, example.init, strict=False)), {})
        given = (*example.arguments, *example.weights.values())
        return self.pick(_result(reference, tuple(in_double(x) if isinstance(x, Tensor) else x for x in given)))

    def only_here(self, cotangent: Tensor) -> list[Tensor | None]:
        """Return a cotangent for each output: none but for the one that counts."""
        return [cotangent if place == self.place else None for place in range(max(len(self.spec.outputs), 1))]

    def pick(self, result: Tensor | Sequence[Tensor]) -> Tensor:
        """Return the output that counts of a result of the reference."""
        return result if isinstance(result, Tensor) else result[self.place]

    def pick_returned(self, value: Any, called: str) -> Any:
        """Return the output that counts of what a call of the submission returned."""
        return outputs_of(value, self.spec.outputs, called)[self.place] if self.spec.outputs else value

    def compute(self) -> Reference:
        """Return the reference as a function of the inputs and the weights."""
        return self._reference(tuple(self.shapes), self.init, self.arguments)

    def _reference(self, weights: tuple[str, ...], init: Mapping[str, Any], arguments: Mapping[str, Any]) -> Reference:
        if self.spec.reference is not None:
            reference = self.spec.reference
            options = _taken(reference, {**init, **arguments})
            return lambda *leaves: reference(*leaves, **options)
        place = (self.spec.assignment, self.spec.name)
        outputs, constructed = tuple(self.spec.outputs), tuple(init.values()) if self.spec.is_class else None
        return lambda *leaves: solution_result(
            *place, leaves, weights=weights, init=constructed, arguments=dict(arguments), outputs=outputs
        )


def in_double(value: Tensor) -> Tensor:
    """Return a float tensor in float64, and any other as it is."""
    return in_dtype(value.detach(), torch.float64)


def in_dtype(value: Tensor, dtype: torch.dtype) -> Tensor:
    """Return a float tensor in this dtype, and any other as it is."""
    return value.to(dtype) if value.is_floating_point() else value


@remembered
def _result(function: Reference, leaves: tuple[Any, ...]) -> Tensor | list[Tensor]:
    result = function(*leaves)
    return result.detach() if isinstance(result, Tensor) else [item.detach() for item in result]


def _other_option(value: Any) -> Any:
    """Return another option, and a size as it is."""
    if isinstance(value, bool):
        return not value
    return 0.5 if isinstance(value, float) else value


def _repeated_letter(name: str) -> str:
    """Return `h` for `heads.{h}.W_query`; empty for a name without braces."""
    return name.partition("{")[2].partition("}")[0]


def _weight_scale(shape: Sequence[int]) -> float:
    return 1.2 / math.sqrt(max(shape)) if len(shape) > 1 else VECTOR_SCALE


def _taken(function: Callable[..., Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that a function takes by name."""
    parameters = inspect.signature(function).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return dict(options)
    names = {parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_POSITIONAL}
    return {name: value for name, value in options.items() if name in names}
