"""The data types of diagnosis: probes, faults, and models that compute what a faulty program would return."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.sandbox.host.target import CallRequest

# A fault is a stage and an option. An option is the name of a mistake, followed by "/…" if the mistake has several
# forms, or a number if the stage takes any factor.
Option = str | float
Faults = Mapping[str, Option]
FaultSet = tuple[tuple[str, Option], ...]

SCALE = "scale"
# Together with another fault, these explain too much.
UNPAIRED = ("mask-too-small", "mask-after-softmax", "merged-along-tokens", "mask-not-renormalised/all")
# These are too rare to be worth the time that a search among all pairs takes.
RARE = (
    *("standardised", "cumulative", "one-minus", "one-added", "last-left-out", "by-running-sum", "shifted-after-exp"),
    *("sum-of-everything", "maximum-in-numerator-only", "weights-rounded", "constant-in-denominator", "by-mean"),
    *("by-maximum/exp", "euclidean/exp", "tanh", "uniform-weights/nan"),
)


@dataclass(frozen=True)
class Probe:
    """One request to the submission, with the inputs from which a model computes the answer."""

    recipe: CallRequest
    inputs: Any


@dataclass(frozen=True)
class Sizes:
    """The sizes that a wrong scale may be made of."""

    d_k: float
    queries: int
    keys: int
    d_v: int = 1
    d_in: int = 1
    num_heads: int = 1


@dataclass(frozen=True)
class Construction:
    """Requirements on a constructor: sizes to refuse with ValueError, sizes to accept, parameters that must differ."""

    refused: tuple[tuple[int, ...], ...] = ()
    taken: tuple[tuple[int, ...], ...] = ()
    twins_at: tuple[int, ...] = ()  # sizes at which `twins` exist
    twins: tuple[tuple[str, str], ...] = ()  # names of parameters that must not all begin with the same numbers


Shapes = Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class Structure:
    """Mistakes in the names and shapes of parameters: `find(shapes, right)` returns one of `names`, or None."""

    names: tuple[str, ...]
    find: Callable[[Shapes, Shapes], str | None]


@dataclass(frozen=True)
class FaultModel:
    """A parametrised faulty program: `compute(inputs, faults)` is what a program with these faults returns.

    `stages` lists the options of each stage. With `named`, the names of parameters are evidence. With `any_scale`, the
    stage `scale` also takes a number, and any factor of the result counts as a scale; `measures` returns the sizes that
    such a factor may be made of.
    """

    probes: tuple[Probe, ...]
    stages: Mapping[str, tuple[str, ...]]
    compute: Callable[[Any, Faults], Any]
    any_scale: bool = False
    measures: Callable[[Any], Sizes] | None = None
    pairs: bool = True
    formula: bool = False  # results of a formula, in which wrong factors and terms are searched for
    bools: bool = False  # whether the exercise returns truth values
    weights: int | None = None  # the index of the attention weights in the result
    named: bool = False
    late: int = 0  # how many of the last probes are asked only if all others are right
    moves: bool = False  # whether the result consists of the inputs in another order
    construction: Construction = Construction()
    structure: Structure | None = None  # replaces what is known about layers with projections
    runnable: bool = True  # whether `compute` accepts any arguments of the exercise
    pattern: bool = False  # whether the result is a mask, in which any wrong set of entries is a mistake of the mask

    @property
    def base_probes(self) -> tuple[Probe, ...]:
        """The probes that are always sent."""
        return self.probes[: len(self.probes) - self.late]

    @property
    def extra_probes(self) -> tuple[Probe, ...]:
        """The probes that are sent if all others are right."""
        return self.probes[len(self.base_probes) :]

    @property
    def single_faults(self) -> list[FaultSet]:
        """Every fault alone."""
        return [((stage, option),) for stage, options in self.stages.items() for option in options]

    @property
    def pairable(self) -> list[FaultSet]:
        """Every fault that may be combined with another one."""
        return [single for single in self.single_faults if single[0][0] != "batch" and not _is_unpaired(single[0][1])]

    @property
    def fault_pairs(self) -> list[FaultSet]:
        """Every two faults of different stages, without scales if any number can be one."""
        faults = [single[0] for single in self.pairable if single[0][0] != SCALE or not self.any_scale]
        return [(one, two) for place, one in enumerate(faults) for two in faults[place + 1 :] if one[0] != two[0]]


def _is_unpaired(option: Option) -> bool:
    """Whether an option explains too much together with another fault, is rare, or would double the work."""
    return str(option).startswith(UNPAIRED + RARE) or str(option).endswith("/visible")


def mistake_name(option: Option) -> str:
    """Return the name of the mistake of an option."""
    return "other-scale" if isinstance(option, float) else option.split("/")[0]
