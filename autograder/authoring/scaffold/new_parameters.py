"""The parameters of a new class: its own, or those of layers: `heads.{h}.W` for one `W` in each of h heads."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from autograder.authoring.scaffold.model import NewExercise, ScaffoldError

PARAMETER = re.compile(r"(?:(?P<layers>[A-Za-z]\w*)\.\{(?P<count>[A-Za-z]\w*)\}\.)?(?P<name>[A-Za-z]\w*)")
MISFIT = "{}: layers need their class and parameters of all of them: --of Inner --weight 'layers.{{n}}.W=d k'"


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
