"""Which mistakes explain everything that a submission returns, if any do. A wrong reason is worse than none."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from torch import Tensor

from autograder.course import Exercise
from autograder.diagnosis.answers import Ask, observe
from autograder.diagnosis.claims import Explanation, Names, Observation, sentences_of, shared_name, spoken
from autograder.diagnosis.evidence import RAISED, Observed, Value, agrees, informative, regular
from autograder.diagnosis.examples import broken_promise, promises
from autograder.diagnosis.factors import common_factor, fitted_scale
from autograder.diagnosis.fault_models import compute, explains, fault_model_of, predict
from autograder.diagnosis.fingerprints import mistakes_with
from autograder.diagnosis.formula_search import searched
from autograder.diagnosis.mistakes import Diagnosis, load_mistakes
from autograder.diagnosis.model import SCALE, FaultModel, FaultSet, Probe
from autograder.diagnosis.patterns import pattern
from autograder.diagnosis.tables import doubles_table, scales_table

NEAREST = 4  # faults that are tried with a scale of any size
FEW_CASES = 2  # one case that differs could have many reasons


def diagnose(exercise: Exercise, ask: Ask, left_out: str = "") -> list[Diagnosis]:
    """The mistakes that explain what the submission returns for our own probes; none where that is not certain.

    Args:
        exercise: what the submission is about.
        ask: sends requests to the submission.
        left_out: the cell of a program whose own fingerprint does not count, to measure what others explain.
    """
    told = _diagnosed(exercise, ask, left_out)
    return [load_mistakes()[name].at(exercise.name, partial=told.partial) for name in told.names]


@dataclass(frozen=True)
class Told:
    """Names of sentences, and whether they are about some inputs only."""

    names: Names = ()
    partial: bool = False


def _diagnosed(exercise: Exercise, ask: Ask, left_out: str) -> Told:
    if exercise.name in promises():
        (report,) = ask([{"target": exercise.name, "calls": [{"args": [], "named": {}}]}])
        return Told(broken_promise(exercise.name, report))
    model = fault_model_of(exercise)
    if model is None:
        return Told()
    names, seen = observe(exercise, model, ask)
    if names or not seen:
        return Told(names)
    name = shared_name(mistakes_with(exercise, seen, left_out))
    if name and name not in sentences_of(exercise):
        return Told((name,))
    computed = _by_model(exercise, model, seen)
    return computed if name is None or name in computed.names else Told(_agreed(name, computed.names))


def _agreed(name: str, others: Names) -> Names:
    """What is true of a program of the zoo and of what the model computes, where both give the same answers."""
    shared = shared_name((name, *others))
    return (shared,) if shared else ()


def _by_model(exercise: Exercise, model: FaultModel, seen: Sequence[Observed]) -> Told:
    """What explains wrong answers to the base probes; where those are right, to the extra ones."""
    if len(seen) == len(model.base_probes):
        return _told(exercise, model, seen, explain(exercise, model, seen))
    if single_faults := list(_by_singles(exercise, model, seen)):
        return _told(exercise, model, seen, single_faults)
    return Told(("leading-dimensions",) if _fails_at_other_ranks(exercise, model, seen) else ())


def _told(exercise: Exercise, model: FaultModel, seen: Sequence[Observed], found: Sequence[Explanation]) -> Told:
    if not found:
        return Told()
    return Told(spoken(Observation(exercise, model, tuple(seen)), found), partial=any(item.partial for item in found))


def _fails_at_other_ranks(exercise: Exercise, model: FaultModel, seen: Sequence[Observed]) -> bool:
    """Whether an exception or another shape comes back where the inputs have more or fewer leading dimensions."""
    base_probes = _rank(model.probes[0])
    off = [place for place, item in enumerate(seen) if not agrees(predict(exercise, place, ()), item)]
    return all(_rank(model.probes[place]) != base_probes for place in off) and any(
        isinstance(seen[k], str) for k in off
    )


def _rank(probe: Probe) -> int:
    return max((item.ndim for item in probe.recipe["calls"][0]["args"] if isinstance(item, Tensor)), default=0)


def explain(exercise: Exercise, model: FaultModel, seen: Sequence[Observed]) -> list[Explanation]:
    """The simplest explanations of all that was seen, which the right program does not give."""
    for stage in (_by_singles, _by_scale, _by_formula, _by_cases, _by_pattern, _by_doubles, _by_fitted, _by_factor):
        if found := list(stage(exercise, model, seen)):
            return found
    return []


def _by_singles(exercise: Exercise, model: FaultModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    return (Explanation(chosen) for chosen in model.single_faults if explains(exercise, chosen, seen))


def _by_scale(exercise: Exercise, model: FaultModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    """A scale that no fault names: of the result, or of the scores."""
    if not model.any_scale or not regular(seen):
        return
    for chosen in ((), *(single for single in model.single_faults if single[0][0] == SCALE)):
        if factors := _factors(exercise, chosen, seen):
            yield Explanation(chosen, factors)
            return
    if SCALE in model.stages and all(fitted_scale(model, place, item) for place, item in enumerate(seen)):
        yield Explanation(scaled=True)


def _factors(exercise: Exercise, chosen: FaultSet, seen: Sequence[Observed]) -> tuple[float, ...]:
    """What the result of these faults is multiplied with, for each probe; nothing where that is not all."""
    found = [common_factor(item, predict(exercise, place, chosen)) for place, item in enumerate(seen)]
    factors = tuple(factor for factor in found if factor is not None)
    return factors if len(factors) == len(seen) else ()


def _by_formula(_: Exercise, model: FaultModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    if model.formula and RAISED not in seen and (found := searched(model, seen)):
        yield Explanation(measured=found)


def _by_cases(exercise: Exercise, model: FaultModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    """One fault that shows in some probes only, while the others are right."""
    right = [agrees(predict(exercise, place, ()), item) for place, item in enumerate(seen)]
    off = [item for item, fine in zip(seen, right, strict=True) if not fine]
    if model.formula or not any(right) or len(off) < FEW_CASES or not informative(off):
        return
    for chosen in model.single_faults:
        if all(fine or agrees(predict(exercise, place, chosen), seen[place]) for place, fine in enumerate(right)):
            yield Explanation(chosen, partial=True)


def _by_pattern(exercise: Exercise, model: FaultModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    if found := pattern(exercise, model, seen):
        yield Explanation(measured=found)


def _by_doubles(exercise: Exercise, model: FaultModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    """Two faults of different stages, each in any of its forms."""
    if model.pairs and informative(seen):
        place, value = _richest(seen)
        found = doubles_table(exercise, place).like(value)
        yield from (Explanation(chosen) for chosen in found if _computes(model, chosen, seen))


def _by_factor(exercise: Exercise, model: FaultModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    """One fault, and a constant factor on the result."""
    if not model.pairs or not model.any_scale or not regular(seen) or not informative(seen):
        return
    for chosen in model.pairable:
        if factors := _factors(exercise, chosen, seen):
            yield Explanation(chosen, factors)


def _by_fitted(exercise: Exercise, model: FaultModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    """One fault, and a scale of the scores: one that has a name, or else any number."""
    if not model.pairs or SCALE not in model.stages or not informative(seen):
        return
    place, value = _richest(seen)
    nearest = scales_table(exercise, place).nearest(value, NEAREST)
    for chosen in sorted(nearest, key=model.pairable.index):
        scaled = [((SCALE, option), *chosen) for option in model.stages[SCALE]]
        if named := [both for both in scaled if _computes(model, both, seen)]:
            yield from map(Explanation, named)
        elif _fits(model, chosen, place, value) and all(_fits(model, chosen, *item) for item in enumerate(seen)):
            yield Explanation(chosen, scaled=True)


def _fits(model: FaultModel, chosen: FaultSet, place: int, seen: Observed) -> bool:
    if isinstance(seen, str):
        return agrees(compute(model, place, ((SCALE, 1.0), *chosen)), seen)
    return fitted_scale(model, place, seen, chosen) is not None


def _richest(seen: Sequence[Observed]) -> tuple[int, Value]:
    """The probe that came back with the most numbers; `informative` has made sure that there is one."""
    values = [(place, item) for place, item in enumerate(seen) if not isinstance(item, str)]
    return max(values, key=lambda pair: sum(int(part.isfinite().sum()) for part in pair[1]))


def _computes(model: FaultModel, chosen: FaultSet, seen: Sequence[Observed]) -> bool:
    return all(agrees(compute(model, place, chosen), item) for place, item in enumerate(seen))
