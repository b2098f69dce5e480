"""What the templates say about shapes that an author names: a signature, parameters, a sum of means, an example."""

from collections.abc import Iterable, Mapping

from autograder.authoring.scaffold.model import NewExercise, ScaffoldError

FIRST_SIZE = 2  # of the example; each letter has the next number
Shapes = Mapping[str, str]  # by name: {"x": "T d_in"}


def read_shapes(texts: Iterable[str], option: str) -> dict[str, str]:
    """Return the shapes in texts such as `x=T d_in`, by name.

    Raises:
        ScaffoldError: a text has no name or no shape, or a name occurs twice.
    """
    shapes: dict[str, str] = {}
    for text in texts:
        name, _, words = (part.strip() for part in text.partition("="))
        if not name.isidentifier() or not words:
            raise ScaffoldError(f"{option} {text}: write a name and a shape, such as 'x=T d_in'")
        if name in shapes:
            raise ScaffoldError(f"{option} {text}: there are two shapes of {name}")
        shapes[name] = " ".join(words.split())
    return shapes


def shape_words(exercise: NewExercise) -> dict[str, str]:
    """Return what the templates `shaped_function` and `shaped_class` need.

    Raises:
        CourseError: a word of a shape is no size.
    """
    from autograder.checking.specs.shapes import letters_of  # noqa: PLC0415 - imports torch

    inputs, weights = exercise.inputs, exercise.weights
    init = letters_of(weights.values(), where=exercise.name)
    letters = [*init, *letters_of(inputs.values(), where=exercise.name)]
    sizes = {letter: FIRST_SIZE + place for place, letter in enumerate(dict.fromkeys(letters))}
    return {
        "arguments": _signature(inputs, "Tensor"),
        "all_arguments": _signature([*inputs, *weights], "Tensor"),
        "init_arguments": _signature(init, "int"),
        "parameters": "\n".join(f"        self.{name} = nn.Parameter({_drawn(weights[name])})" for name in weights),
        "shapes": " and ".join(f"`{name}` (..., {_listed(words)})" for name, words in inputs.items()),
        "reference": " + ".join(
            [*map(_mean_by_mean, inputs, inputs.values()), *(f"{name}.mean()" for name in weights)]
        ),
        "spec_inputs": _literal(inputs),
        "spec_weights": _literal(weights),
        "spec_init": _literal({letter: letter for letter in init}),
        "terms": str(len(inputs) + len(weights)),
        "sizes": ", ".join(str(sizes[letter]) for letter in init),
        "ones": "\n".join(f"    {name} = torch.ones({_listed(words, sizes)})" for name, words in inputs.items()),
        "inputs": ", ".join(inputs),
        **_sum_of_means(inputs, weights),
    }


def _sum_of_means(inputs: Shapes, weights: Shapes) -> dict[str, str]:
    """Return the lines of the solution, and its first line in other ways."""
    indent = " " * (8 if weights else 4)
    terms = [f"{name}.mean({_own_dimensions(words)})" for name, words in inputs.items()]
    terms += [f"self.{name}.mean()" for name in weights]
    lines = [f"result = {terms[0]}", *(f"result = result + {term}" for term in terms[1:])]
    name, words = next(iter(inputs.items()))
    summed = f"{name}.sum({_own_dimensions(words)})"
    count = " / ".join(f"{name}.shape[{place}]" for place in _places(words))
    return {
        "lines": "\n".join(f"{indent}{line}" for line in lines),
        "first_line": lines[0],
        "summed": f"result = {summed}",
        "divided": f"result = {summed} / {count}",
    }


def _signature(names: Iterable[str], annotation: str) -> str:
    return ", ".join(f"{name}: {annotation}" for name in names)


def _places(words: str) -> list[int]:
    """Return the dimensions of a shape, counted from the end."""
    return list(range(-len(words.split()), 0))


def _own_dimensions(words: str) -> str:
    places = _places(words)
    return f"dim={places[0]}" if len(places) == 1 else f"dim=({', '.join(map(str, places))})"


def _mean_by_mean(name: str, words: str) -> str:
    return name + ".mean(-1)" * len(words.split())


def _drawn(words: str) -> str:
    return f"torch.randn({_listed(words)})"


def _listed(words: str, sizes: Mapping[str, int] | None = None) -> str:
    """Return a shape as Python writes it, with numbers for the letters that have one."""
    return ", ".join(
        " * ".join(str((sizes or {}).get(part, part)) for part in word.split("*")) for word in words.split()
    )


def _literal(texts: Mapping[str, str]) -> str:
    return "{" + ", ".join(f'"{name}": "{text}"' for name, text in texts.items()) + "}"
