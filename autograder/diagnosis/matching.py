"""Which mistakes explain everything that a submission returns, if any do. A wrong reason is worse than none."""

from collections.abc import Callable, Iterator, Sequence

from autograder.course import Exercise
from autograder.diagnosis.evidence import RAISED, Seen, Value, agrees, informative, read, regular
from autograder.diagnosis.factors import common_factor, fitted_scale
from autograder.diagnosis.mistakes import Diagnosis, load_mistakes
from autograder.diagnosis.model import Chosen, Model, mistake_name
from autograder.diagnosis.predictions import predict
from autograder.diagnosis.registry import model_of
from autograder.diagnosis.structure import structural
from autograder.sandbox.examinee import Lost, Recipe, Report

Ask = Callable[[Sequence[Recipe]], list[Report | Lost]]


def diagnose(exercise: Exercise, ask: Ask) -> list[Diagnosis]:
    """The mistakes that explain what the submission returns for our own probes; none where that is not certain."""
    model = model_of(exercise)
    if model is None:
        return []
    reports = ask([probe.recipe for probe in model.probes])
    if found := structural(model, reports):
        return [load_mistakes()[found]]
    seen = [read(report) for report in reports]
    if any(item is None for item in seen) or all(item == RAISED for item in seen):
        return []
    names = explain(exercise, model, [item for item in seen if item is not None])
    return [load_mistakes()[name] for name in names]


def explain(exercise: Exercise, model: Model, seen: Sequence[Seen]) -> tuple[str, ...]:
    """Names of the fewest mistakes that explain all that was seen; none where the right program explains it too."""
    if _explains(exercise, model, (), seen):
        return ()
    for stage in (_by_singles, _by_scale, _by_doubles):
        found = [names for names in stage(exercise, model, seen) if names]
        if found:
            return _agreed(found)
    return ()


def _by_singles(exercise: Exercise, model: Model, seen: Sequence[Seen]) -> Iterator[tuple[str, ...]]:
    return (_names(chosen) for chosen in model.singles if _explains(exercise, model, chosen, seen))


def _by_scale(exercise: Exercise, model: Model, seen: Sequence[Seen]) -> Iterator[tuple[str, ...]]:
    """A scale that no fault names: of the result, or of the scores."""
    if not model.any_scale or not regular(seen):
        return
    right = [predict(exercise, place, ()) for place in range(len(seen))]
    if all(common_factor(one, other) for one, other in zip(seen, right, strict=True)):
        yield ("result-scaled",)
    elif "scale" in model.stages and all(fitted_scale(model, place, item) for place, item in enumerate(seen)):
        yield ("other-scale",)


def _by_doubles(exercise: Exercise, model: Model, seen: Sequence[Seen]) -> Iterator[tuple[str, ...]]:
    if not model.pairs or not informative(seen):
        return
    for chosen in model.doubles:
        if _explains(exercise, model, chosen, seen):
            yield _names(chosen)


def _explains(exercise: Exercise, model: Model, chosen: Chosen, seen: Sequence[Seen]) -> bool:
    return all(agrees(predict(exercise, place, chosen), item) for place, item in enumerate(seen[: len(model.probes)]))


def _names(chosen: Chosen) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mistake_name(option) for _, option in chosen))


def _agreed(found: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The first explanation, reduced to the families that all explanations share."""
    mistakes = load_mistakes()
    shared = set.intersection(*({mistakes[name].family for name in names} for names in found))
    return tuple(name for name in found[0] if mistakes[name].family in shared)


__all__ = ["Ask", "Value", "diagnose", "explain"]
