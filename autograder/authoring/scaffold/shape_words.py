"""What the templates say about shapes that an author names: a signature, parameters, a sum of means, an example.

The parameters of a class are its own, or those of layers: `heads.{h}.W` for one `W` in each of h heads.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from autograder.authoring.scaffold.model import NewExercise, ScaffoldError

PARAMETER = re.compile(r"(?:(?P<layers>[A-Za-z]\w*)\.\{(?P<count>[A-Za-z]\w*)\}\.)?(?P<name>[A-Za-z]\w*)")
MISFIT = "{}: layers need their class and parameters of all of them: --of Inner --weight 'layers.{{n}}.W=d k'"
INPUT, WEIGHT = "--input", "--weight"
EXAMPLES = {INPUT: "x=T d_in", WEIGHT: "W_query=d_in d_k"}
NAMES = {INPUT: re.compile(r"[A-Za-z]\w*"), WEIGHT: PARAMETER}
FIRST_SIZE = 2  # of the example; each letter has the next number
Shapes = Mapping[str, str]  # by name: {"x": "T d_in"}


@dataclass(frozen=True)
class Parameter:
    """A parameter with its shape; with `layers`, one in each layer of this list, which has `count` of them."""

    name: str
    shape: str
    layers: str = ""
    count: str = ""

    @property
    def mean(self) -> str:
        """Its mean in the solution; that of layers added up."""
        own = f"{self.name}.mean()"
        return f"sum(layer.{own} for layer in self.{self.layers})" if self.layers else f"self.{own}"


def read_shapes(texts: Iterable[str], option: str) -> dict[str, str]:
    """Return the shapes in texts such as `x=T d_in`, by name.

    Raises:
        ScaffoldError: a text has no name or no shape, or a name occurs twice.
    """
    shapes: dict[str, str] = {}
    for text in texts:
        name, _, words = (part.strip() for part in text.partition("="))
        if not NAMES[option].fullmatch(name) or not words:
            raise ScaffoldError(f"{option} {text}: write a name and a shape, such as '{EXAMPLES[option]}'")
        if name in shapes:
            raise ScaffoldError(f"{option} {text}: {name} has a shape already")
        shapes[name] = " ".join(words.split())
    return shapes


def shape_words(exercise: NewExercise) -> dict[str, str]:
    """Return what the templates `shaped_function` and `shaped_class` need.

    Raises:
        CourseError: a word of a shape is no size.
        ScaffoldError: the parameters do not fit together.
    """
    from autograder.checking.specs.shapes import letters_of  # noqa: PLC0415 - imports torch

    inputs, parameters = exercise.inputs, read_parameters(exercise)
    counts = dict.fromkeys(parameter.count for parameter in parameters if parameter.count)
    init = list(dict.fromkeys([*letters_of(exercise.weights.values(), where=exercise.name), *counts]))
    letters = dict.fromkeys([*init, *letters_of(inputs.values(), where=exercise.name)])
    sizes = {letter: FIRST_SIZE + place for place, letter in enumerate(letters)}
    means = [name + ".mean(-1)" * len(words.split()) for name, words in inputs.items()]
    return {
        "arguments": _signature(inputs, "Tensor"),
        "all_arguments": _signature([*inputs, *reference_arguments(parameters)], "Tensor"),
        "init_arguments": _signature(init, "int"),
        "parameters": "\n".join(f"        {line}" for line in constructor_lines(exercise, parameters, init)),
        "shapes": " and ".join(f"`{name}` (..., {_listed(words)})" for name, words in inputs.items()),
        "reference": " + ".join([*means, *reference_means(parameters)]),
        "spec_inputs": _literal(inputs),
        "spec_weights": _literal(exercise.weights),
        "spec_init": _literal({letter: letter for letter in init}),
        "terms": str(len(inputs) + sum(sizes.get(parameter.count, 1) for parameter in parameters)),
        "sizes": ", ".join(str(sizes[letter]) for letter in init),
        "ones": "\n".join(f"    {name} = torch.ones({_listed(words, sizes)})" for name, words in inputs.items()),
        "inputs": ", ".join(inputs),
        **_sum_of_means(inputs, parameters),
    }


def read_parameters(exercise: NewExercise) -> list[Parameter]:
    """Return the parameters of a new class.

    Raises:
        ScaffoldError: some are of layers and others not, or layers have no class.
    """
    parameters = []
    for full, shape in exercise.weights.items():
        match = PARAMETER.fullmatch(full)
        words = match.groupdict("") if match else {"name": full}
        parameters.append(Parameter(shape=shape, **words))
    lists = {(parameter.layers, parameter.count) for parameter in parameters}
    if len(lists) > 1 or bool(exercise.of) != any(layers for layers, _ in lists):
        raise ScaffoldError(MISFIT.format(exercise.name))
    return parameters


def constructor_lines(exercise: NewExercise, parameters: Sequence[Parameter], sizes: Sequence[str]) -> list[str]:
    """Return the lines that make the parameters, or the layers that have them."""
    if exercise.of:
        first = parameters[0]
        own = ", ".join(size for size in sizes if size != first.count)
        return [f"self.{first.layers} = nn.ModuleList({exercise.of}({own}) for _ in range({first.count}))"]
    shapes = {parameter.name: ", ".join(parameter.shape.split()) for parameter in parameters}
    return [f"self.{name} = nn.Parameter(torch.randn({shape}))" for name, shape in shapes.items()]


def reference_arguments(parameters: Sequence[Parameter]) -> list[str]:
    """Return what a reference calls the weights; those of layers come in a row."""
    if any(parameter.layers for parameter in parameters):
        return ["*weights"]
    return [parameter.name for parameter in parameters]


def reference_means(parameters: Sequence[Parameter]) -> list[str]:
    """Return the means of the weights in the words of the reference."""
    if any(parameter.layers for parameter in parameters):
        return ["sum(weight.mean() for weight in weights)"]
    return [f"{parameter.name}.mean()" for parameter in parameters]


def _sum_of_means(inputs: Shapes, parameters: Sequence[Parameter]) -> dict[str, str]:
    """Return the lines of the solution, and its first and last one in other ways."""
    indent = " " * (8 if parameters else 4)
    terms = [f"{name}.mean({_own_dimensions(words)})" for name, words in inputs.items()]
    terms += [parameter.mean for parameter in parameters]
    start, last = ("return", terms[0]) if len(terms) == 1 else ("result =", f"result + {terms[-1]}")
    between = [f"result = result + {term}" for term in terms[1:-1]]
    lines = [f"{start} {terms[0]}", *between, f"return {last}"][: len(terms)]
    name, words = next(iter(inputs.items()))
    summed = f"{name}.sum({_own_dimensions(words)})"
    count = " / ".join(f"{name}.shape[{place}]" for place in _places(words))
    return {
        "lines": "\n".join(f"{indent}{line}" for line in lines),
        "first_line": lines[0],
        "summed": f"{start} {summed}",
        "divided": f"{start} {summed} / {count}",
        "last_line": f"return {last}",
        "rounded": f"return {last if len(terms) == 1 else f'({last})'}.float()",
    }


def _signature(names: Iterable[str], annotation: str) -> str:
    return ", ".join(f"{name}: {annotation}" for name in names)


def _places(words: str) -> list[int]:
    """Return the dimensions of a shape, counted from the end."""
    return list(range(-len(words.split()), 0))


def _own_dimensions(words: str) -> str:
    places = _places(words)
    return f"dim={places[0]}" if len(places) == 1 else f"dim=({', '.join(map(str, places))})"


def _listed(words: str, sizes: Mapping[str, int] | None = None) -> str:
    """Return a shape as Python writes it, with numbers for the letters that have one."""
    parts = [[str((sizes or {}).get(part, part)) for part in word.split("*")] for word in words.split()]
    return ", ".join(map(" * ".join, parts))


def _literal(texts: Mapping[str, str]) -> str:
    return "{" + ", ".join(f'"{name}": "{text}"' for name, text in texts.items()) + "}"
