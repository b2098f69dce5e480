"""The data types of diagnosis: the probes of an exercise, and the edits that make wrong programs of a right one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from autograder.diagnosis.edited_programs import FACTOR, EditedPrograms
from autograder.edits.step_edits import Change, StepEdits, fit_together
from autograder.sandbox.host.target import CallRequest

# An edit is named by its stage and its option: the name of a mistake, followed by "/…" if the mistake has several
# forms, or a number by which the step `scale` multiplies.
Option = str | float
Edit = tuple[str, Option]
Edits = tuple[Edit, ...]

SCALE = "scale"


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
class Probe:
    """One request to a submission; with `sizes`, a factor of the result may follow from them."""

    request: CallRequest
    sizes: Sizes | None = None


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
class DiagnosisPlan:
    """What the diagnosis of an exercise asks a submission, and what is known about the answers.

    With `named`, the names of parameters are evidence. With `any_scale`, the step `scale` may multiply by any number,
    and any factor of the result counts as a scale.
    """

    probes: tuple[Probe, ...]
    any_scale: bool = False
    pairs: bool = True
    formula: bool = False  # results of a formula, in which wrong factors and terms are searched for
    bools: bool = False  # whether the exercise returns truth values
    weights: int | None = None  # the index of the attention weights in the result
    named: bool = False
    late: int = 0  # how many of the last probes are asked only if all others are right
    moves: bool = False  # whether the result consists of the inputs in another order
    construction: Construction = Construction()
    structure: Structure | None = None  # replaces what is known about layers with projections
    draws: bool = False  # whether the exercise draws random numbers: the same ones in equal calls, if it is right
    pattern: bool = False  # whether the result is a mask, in which any wrong set of entries is a mistake of the mask

    @property
    def base_probes(self) -> tuple[Probe, ...]:
        """The probes that are always sent."""
        return self.probes[: len(self.probes) - self.late]

    @property
    def extra_probes(self) -> tuple[Probe, ...]:
        """The probes that are sent if all others are right."""
        return self.probes[len(self.base_probes) :]


@dataclass(frozen=True)
class EditModel:
    """The plan of an exercise with the edits of its right program."""

    plan: DiagnosisPlan
    edits: StepEdits
    programs: EditedPrograms

    @property
    def has_scale(self) -> bool:
        """Whether the right program has a scale that can be wrong."""
        return SCALE in self.edits.stages

    @property
    def single_edits(self) -> list[Edits]:
        """Every edit alone."""
        return [((stage, option),) for stage, options in self.edits.stages.items() for option in options]

    @property
    def pairable(self) -> list[Edits]:
        """Every edit that may be combined with another one."""
        return [(edit,) for (edit,) in self.single_edits if edit[0] != "batch" and edit[1] not in self.edits.alone]

    @property
    def edit_pairs(self) -> list[Edits]:
        """Every two edits of different stages that fit together, without scales if any number can be one."""
        edits = [single[0] for single in self.pairable if single[0][0] != SCALE or not self.plan.any_scale]
        changes = {edit: self.change(edit) for edit in edits}
        return [
            (one, other)
            for place, one in enumerate(edits)
            for other in edits[place + 1 :]
            if one[0] != other[0] and fit_together(changes[one], changes[other])
        ]

    def change(self, edit: Edit) -> Change:
        """Return what becomes of the steps."""
        stage, option = edit
        return {SCALE: f"scores * {FACTOR}"} if isinstance(option, float) else self.edits.stages[stage][option]


def mistake_name(option: Option) -> str:
    """Return the name of the mistake of an option."""
    return "other-scale" if isinstance(option, float) else option.split("/")[0]
