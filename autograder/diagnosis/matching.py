"""Which mistakes explain everything that a submission returns, if any do. A wrong reason is worse than none."""

from collections.abc import Callable, Iterator, Sequence

from autograder.course import Exercise
from autograder.diagnosis.evidence import RAISED, Seen, Value, agrees, close, holds_bools, informative, read, regular
from autograder.diagnosis.factors import common_factor, fitted_scale
from autograder.diagnosis.formula_search import searched
from autograder.diagnosis.mistakes import Diagnosis, load_mistakes
from autograder.diagnosis.model import SCALE, Chosen, Model, mistake_name
from autograder.diagnosis.predictions import predict
from autograder.diagnosis.registry import model_of
from autograder.diagnosis.structure import structural
from autograder.diagnosis.triangles import hides_other_entries, marks_other_entries
from autograder.diagnosis.witnesses import WITNESSES, broken_promise
from autograder.sandbox.examinee import Lost, Recipe, Report

Ask = Callable[[Sequence[Recipe]], list[Report | Lost]]
Names = tuple[str, ...]
FEW_CASES = 2  # one case that differs could have many reasons


def diagnose(exercise: Exercise, ask: Ask) -> list[Diagnosis]:
    """The mistakes that explain what the submission returns for our own probes; none where that is not certain."""
    return [load_mistakes()[name].at(exercise.name) for name in _diagnosed(exercise, ask)]


def _diagnosed(exercise: Exercise, ask: Ask) -> Names:
    if exercise.name in WITNESSES:
        return broken_promise(exercise.name, ask([{"target": exercise.name, "calls": [{"args": [], "named": {}}]}])[0])
    model = model_of(exercise)
    if model is None:
        return ()
    reports = ask([_twice(probe.recipe) for probe in model.probes])
    if found := structural(model, reports):
        return (found,)
    if any(map(holds_bools, reports)) and not model.bools:
        return ()
    seen = [item for item in map(read, reports) if item is not None]
    if len(seen) < len(model.probes) or all(item == RAISED for item in seen):
        return ()
    return explain(exercise, model, seen)


def _twice(recipe: Recipe) -> Recipe:
    """The same call two times: what changes from call to call has no single explanation here."""
    arguments = recipe["calls"][0]["args"]
    plain = not any(isinstance(item, dict) for item in arguments)
    return recipe | {"calls": recipe["calls"] * (2 if plain else 1)}


def explain(exercise: Exercise, model: Model, seen: Sequence[Seen]) -> Names:
    """Names of the fewest mistakes that explain all that was seen; none where the right program explains it too."""
    if _explains(exercise, (), seen):
        return ()
    for stage in (_by_singles, _by_scale, _by_formula, _by_cases, _by_pattern, _by_doubles):
        if found := list(stage(exercise, model, seen)):
            return _agreed(exercise, found)
    return ()


def _by_singles(exercise: Exercise, model: Model, seen: Sequence[Seen]) -> Iterator[Names]:
    return (_names(chosen) for chosen in model.singles if _explains(exercise, chosen, seen))


def _by_scale(exercise: Exercise, model: Model, seen: Sequence[Seen]) -> Iterator[Names]:
    """A scale that no fault names: of the result, or of the scores."""
    if not model.any_scale or not regular(seen):
        return
    for chosen in ((), *(single for single in model.singles if single[0][0] == SCALE)):
        predicted = [predict(exercise, place, chosen) for place in range(len(seen))]
        if all(common_factor(one, other) for one, other in zip(seen, predicted, strict=True)):
            yield ("result-scaled",)
    if SCALE in model.stages and all(fitted_scale(model, place, item) for place, item in enumerate(seen)):
        yield ("other-scale",)


def _by_formula(_: Exercise, model: Model, seen: Sequence[Seen]) -> Iterator[Names]:
    if model.formula and regular(seen) and (found := searched(model, seen)):
        yield (found,)


def _by_cases(exercise: Exercise, model: Model, seen: Sequence[Seen]) -> Iterator[Names]:
    """One fault that shows in some probes only, while the others are right."""
    right = [agrees(predict(exercise, place, ()), item) for place, item in enumerate(seen)]
    off = [item for item, fine in zip(seen, right, strict=True) if not fine]
    if model.formula or not any(right) or len(off) < FEW_CASES or not informative(off):
        return
    for chosen in model.singles:
        if all(fine or agrees(predict(exercise, place, chosen), seen[place]) for place, fine in enumerate(right)):
            yield _names(chosen)


def _by_pattern(exercise: Exercise, model: Model, seen: Sequence[Seen]) -> Iterator[Names]:
    """A mask of the right form that marks other entries than it should."""
    right = [predict(exercise, place, ()) for place in range(len(seen))]
    pairs = [(a, b) for a, b in zip(seen, right, strict=True) if not isinstance(a, str) and not isinstance(b, str)]
    if model.pattern and len(pairs) == len(seen) and all(marks_other_entries(a, b) for a, b in pairs):
        yield ("mask-other",)
    if model.weights is not None and len(pairs) == len(seen) and _hides_others(exercise, model.weights, pairs):
        yield ("mask-other",)


def _hides_others(exercise: Exercise, which: int, pairs: Sequence[tuple[Value, Value]]) -> bool:
    """Whether in some probes other entries are hidden than should be, and the other probes are right."""
    found = []
    for place, (seen, right) in enumerate(pairs):
        unmasked = predict(exercise, place, (("mask", "no-mask"),))
        if len(seen) != len(right) or isinstance(unmasked, str):
            return False
        others = [
            not close(seen[k], right[k]) for k in range(len(right)) if k != which and seen[k].shape == right[k].shape
        ]
        found.append(all(others) and hides_other_entries(seen[which], unmasked[which], right[which]))
        if not found[-1] and not agrees(seen, right):
            return False
    return any(found)


def _by_doubles(exercise: Exercise, model: Model, seen: Sequence[Seen]) -> Iterator[Names]:
    if model.pairs and informative(seen):
        yield from (_names(chosen) for chosen in model.doubles if _explains(exercise, chosen, seen))


def _explains(exercise: Exercise, chosen: Chosen, seen: Sequence[Seen]) -> bool:
    first = sorted(range(len(seen)), key=lambda place: isinstance(seen[place], str))  # values tell more than exceptions
    return all(agrees(predict(exercise, place, chosen), seen[place]) for place in first)


def _names(chosen: Chosen) -> Names:
    return tuple(dict.fromkeys(mistake_name(option) for _, option in chosen))


def _agreed(exercise: Exercise, found: Sequence[Names]) -> Names:
    """The first explanation, reduced to the families that all explanations share."""
    families = {name: load_mistakes()[name].at(exercise.name).family for names in found for name in names}
    shared = set.intersection(*({families[name] for name in names} for names in found))
    return tuple(name for name in found[0] if families[name] in shared)
