"""What a diagnosis is made of: probes, faults, and models that compute what a faulty program would return."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.sandbox.host.target import CallRequest

# A fault stands as stage -> option; an option is the name of a mistake, with "/…" behind it where one mistake has
# several forms, or a number where a stage takes any factor.
Option = str | float
Faults = Mapping[str, Option]
FaultSet = tuple[tuple[str, Option], ...]

SCALE = "scale"
# With another fault these explain too much.
UNPAIRED = ("mask-too-small", "mask-after-softmax", "merged-along-tokens", "mask-not-renormalised/all")
# These are too rare to be worth the time that a search among all pairs takes.
RARE = (
    *("standardised", "cumulative", "one-minus", "one-added", "last-left-out", "by-running-sum", "shifted-after-exp"),
    *("sum-of-everything", "maximum-in-numerator-only", "weights-rounded", "constant-in-denominator", "by-mean"),
    *("by-maximum/exp", "euclidean/exp", "tanh", "uniform-weights/nan"),
)


@dataclass(frozen=True)
class Probe:
    """One question to the submission, with what a model needs to compute the answer."""

    recipe: CallRequest
    inputs: Any


@dataclass(frozen=True)
class Sizes:
    """What a wrong scale may be taken from."""

    d_k: float
    queries: int
    keys: int
    d_v: int = 1
    d_in: int = 1
    num_heads: int = 1


@dataclass(frozen=True)
class Construction:
    """What a constructor alone can do wrong: sizes to refuse with ValueError, sizes to take, parts to begin apart."""

    refused: tuple[tuple[int, ...], ...] = ()
    taken: tuple[tuple[int, ...], ...] = ()
    twins_at: tuple[int, ...] = ()  # the sizes at which `twins` are there
    twins: tuple[tuple[str, str], ...] = ()  # names of parameters that must not all begin with the same numbers


Shapes = Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class Structure:
    """Mistakes that names and shapes of parameters show: `find(shapes, right)` gives one of `names`, or None."""

    names: tuple[str, ...]
    find: Callable[[Shapes, Shapes], str | None]


@dataclass(frozen=True)
class FaultModel:
    """A right program with switches: `compute(inputs, faults)` is what a program with these faults returns.

    `stages` lists the options of each switch. With `named` the names of the parameters are evidence.
    With `any_scale` the stage `scale` also takes a number, and any factor on the result counts as scale; `measures`
    are the sizes that such a factor may be made of.
    """

    probes: tuple[Probe, ...]
    stages: Mapping[str, tuple[str, ...]]
    compute: Callable[[Any, Faults], Any]
    any_scale: bool = False
    measures: Callable[[Any], Sizes] | None = None
    pairs: bool = True
    formula: bool = False  # numbers that a formula gives: factors and terms are looked for
    bools: bool = False  # truth values are what is asked for
    weights: int | None = None  # which of the results are attention weights
    named: bool = False
    late: int = 0  # so many of the last probes are asked only where all others are right
    moves: bool = False  # what comes out is what went in, at other places
    construction: Construction = Construction()
    structure: Structure | None = None  # instead of what is known of layers with projections
    runnable: bool = True  # whether `compute` takes any arguments of the exercise
    pattern: bool = False  # a mask: entries are marked or not, and any wrong set of them is a mistake of the mask

    @property
    def base_probes(self) -> tuple[Probe, ...]:
        """The probes that are always asked."""
        return self.probes[: len(self.probes) - self.late]

    @property
    def extra_probes(self) -> tuple[Probe, ...]:
        """The probes for what is right otherwise."""
        return self.probes[len(self.base_probes) :]

    @property
    def single_faults(self) -> list[FaultSet]:
        """Every fault alone."""
        return [((stage, option),) for stage, options in self.stages.items() for option in options]

    @property
    def pairable(self) -> list[FaultSet]:
        """Every fault that may stand beside another one."""
        return [single for single in self.single_faults if single[0][0] != "batch" and not _stands_alone(single[0][1])]

    @property
    def fault_pairs(self) -> list[FaultSet]:
        """Every two faults of different stages, without a scale: beside another fault any number may be one."""
        faults = [single[0] for single in self.pairable if single[0][0] != SCALE or not self.any_scale]
        return [(one, two) for place, one in enumerate(faults) for two in faults[place + 1 :] if one[0] != two[0]]


def _stands_alone(option: Option) -> bool:
    """What explains too much beside another fault, is rare, or would double the work."""
    return str(option).startswith(UNPAIRED + RARE) or str(option).endswith("/visible")


def mistake_name(option: Option) -> str:
    """The mistake behind an option."""
    return "other-scale" if isinstance(option, float) else option.split("/")[0]
