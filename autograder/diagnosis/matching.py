"""Finds the mistakes that explain everything a submission returns, if any do. A wrong reason is worse than none."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from torch import Tensor

from autograder.checking.failures import CRASHES, SYMPTOMS
from autograder.checking.runner import Finding
from autograder.course import Exercise
from autograder.diagnosis.answers import Ask, observe_answers
from autograder.diagnosis.claims import Explanation, Names, Observation, sentences_of, shared_name, true_sentences
from autograder.diagnosis.evidence import RAISED, Observed, Value, agrees, informative, regular
from autograder.diagnosis.examples import broken_promise, promises
from autograder.diagnosis.factors import common_factor, fitted_scale, say_something
from autograder.diagnosis.fingerprints import mistakes_with
from autograder.diagnosis.formula_search import find_formula_mistake
from autograder.diagnosis.mistakes import Diagnosis, load_mistakes, say_why
from autograder.diagnosis.model import SCALE, EditModel, Edits, Probe
from autograder.diagnosis.patterns import pattern
from autograder.diagnosis.predictions import compute, explains, model_of, pairs_table, predict, scales_table

NEAREST = 4  # edits that are tried with a scale of any size
OTHER_RANKS = "leading-dimensions"  # the mistake of programs that are wrong with other numbers of dimensions only
CRASH_SYMPTOMS = frozenset(CRASHES.values())
FEW_CASES = 2  # one case that differs could have many reasons


def diagnose(exercise: Exercise, ask: Ask, findings: Sequence[Finding] = (), *, left_out: str = "") -> list[Diagnosis]:
    """Return the mistakes that explain what a submission returns, or what its checks found; none if none is certain.

    Args:
        exercise: what the submission is about.
        ask: sends requests to the submission.
        findings: how its checks ended; they are evidence where its answers are not wrong.
        left_out: the name of a cell whose own fingerprint does not count, to measure what others explain.
    """
    return list(examine(exercise, ask, findings, left_out=left_out).reasons)


@dataclass(frozen=True)
class Examination:
    """What the diagnosis found.

    Attributes:
        reasons: the mistakes that explain what a submission returns.
        edits: those with which the right program returns exactly this; one edit each, or two each.
    """

    reasons: tuple[Diagnosis, ...] = ()
    edits: tuple[Edits, ...] = ()

    @property
    def says_why(self) -> bool:
        """Whether one of the reasons says more than that the result is wrong."""
        return say_why(self.reasons)


def examine(exercise: Exercise, ask: Ask, findings: Sequence[Finding] = (), *, left_out: str = "") -> Examination:
    """Return the mistakes as `diagnose` does, with the edits that make them."""
    reasons = _find_reasons(exercise, ask, left_out)
    if reasons.names == (OTHER_RANKS,) and _fails_at_usual_rank(exercise, findings):
        reasons = Reasons(wrong=True)
    if not reasons.names and (name := _mistake_of_checks(findings, wrong=reasons.wrong)):
        reasons = Reasons((name,))
    named = (load_mistakes()[name].at(exercise.name, partial=reasons.partial) for name in reasons.names)
    return Examination(tuple(named), reasons.edits)


def _mistake_of_checks(findings: Sequence[Finding], *, wrong: bool) -> str | None:
    """Return the mistake that the checks show by themselves; where answers are wrong, only why all checks crash."""
    return _mistake_of_crashes(findings) or (None if wrong else _mistake_of_symptoms(findings))


def _mistake_of_symptoms(findings: Sequence[Finding]) -> str | None:
    """Return the mistake that a core check names, or that of the first symptom that checks have found.

    None without one, or if no core check failed.
    """
    failed = [(item.info.level, item.failure) for item in findings if item.failure]
    if all(level != "core" for level, _ in failed):
        return None
    if named := next((failure.mistake for level, failure in failed if level == "core" and failure.mistake), None):
        return named
    found = ({failure.symptom for _, failure in failed} & _mistakes_by_symptom().keys()) - CRASH_SYMPTOMS
    return _mistakes_by_symptom()[min(found, key=SYMPTOMS.index)] if found else None


def _mistake_of_crashes(findings: Sequence[Finding]) -> str | None:
    """Return the mistake of the exception that every failed core check ended with; None if they ended differently."""
    symptoms = {item.failure.symptom for item in findings if item.failure and item.info.level == "core"}
    return _mistakes_by_symptom().get(symptoms.pop()) if len(symptoms) == 1 and symptoms <= CRASH_SYMPTOMS else None


@functools.cache
def _mistakes_by_symptom() -> Mapping[str, str]:
    """Return the name of the course's mistake for each symptom."""
    return {mistake.symptom: name for name, mistake in load_mistakes().items() if mistake.symptom}


@dataclass(frozen=True)
class Reasons:
    """Names of true sentences, and whether they are about some inputs only.

    `wrong` says whether answers are wrong, also where nothing explains them; `edits` make all that was returned.
    """

    names: Names = ()
    partial: bool = False
    wrong: bool = False
    edits: tuple[Edits, ...] = ()


def _find_reasons(exercise: Exercise, ask: Ask, left_out: str) -> Reasons:
    if exercise.name in promises():
        (report,) = ask([{"target": exercise.name, "calls": [{"args": [], "named": {}}]}])
        return Reasons(broken_promise(exercise.name, report))
    model = model_of(exercise)
    if model is None:
        return Reasons()
    names, seen = observe_answers(exercise, model, ask)
    if names or not seen:
        return Reasons(names)
    return replace(_reasons_of_answers(exercise, model, seen, left_out), wrong=True)


def _reasons_of_answers(exercise: Exercise, model: EditModel, seen: Sequence[Observed], left_out: str) -> Reasons:
    """Explain wrong answers by programs that give the same, and by what the model computes."""
    name = shared_name(mistakes_with(exercise, seen, left_out))
    if name and name not in sentences_of(exercise):
        return Reasons((name,))
    computed = _reasons_by_model(exercise, model, seen)
    if name is None or name in computed.names:
        return computed
    return Reasons(_agreed(name, computed.names), edits=computed.edits)


def _agreed(name: str, others: Names) -> Names:
    """Return what is true both of a program with the same answers and of what the model computes, if anything."""
    shared = shared_name((name, *others))
    return (shared,) if shared else ()


def _reasons_by_model(exercise: Exercise, model: EditModel, seen: Sequence[Observed]) -> Reasons:
    """Explain wrong answers to the base probes; if those are right, wrong answers to the extra ones."""
    if len(seen) == len(model.plan.base_probes):
        return _reasons(exercise, model, seen, explain(exercise, model, seen))
    if explanations := list(_by_single_edit(exercise, model, seen)):
        return _reasons(exercise, model, seen, explanations)
    return Reasons((OTHER_RANKS,) if _fails_at_other_ranks(exercise, model, seen) else ())


def _reasons(
    exercise: Exercise, model: EditModel, seen: Sequence[Observed], explanations: Sequence[Explanation]
) -> Reasons:
    if not explanations:
        return Reasons()
    sentences = true_sentences(Observation(exercise, model, tuple(seen)), explanations)
    return Reasons(
        sentences,
        any(item.partial for item in explanations),
        edits=tuple(filter(None, map(_whole_edits, explanations))),
    )


def _whole_edits(explanation: Explanation) -> Edits:
    """Return the edits of an explanation that has nothing else; none if it has."""
    alone = not (explanation.factors or explanation.scaled or explanation.partial)
    return explanation.edits if alone else ()


def _fails_at_other_ranks(exercise: Exercise, model: EditModel, seen: Sequence[Observed]) -> bool:
    """Whether only inputs with more or fewer leading dimensions give wrong results, and one of them an exception."""
    base_rank = _rank(model.plan.probes[0])
    wrong = [place for place, item in enumerate(seen) if not agrees(predict(exercise, place, ()), item)]
    return all(_rank(model.plan.probes[place]) != base_rank for place in wrong) and any(
        isinstance(seen[place], str) for place in wrong
    )


def _fails_at_usual_rank(exercise: Exercise, findings: Sequence[Finding]) -> bool:
    """Whether a check has found wrong values in a result with as many dimensions as that of the first probe."""
    right = predict(exercise, 0, ())
    if isinstance(right, str):
        return False
    failures = (item.failure for item in findings if item.failure and item.failure.outcome == "wrong values")
    return any(isinstance(item.got, Tensor) and item.got.dim() == right[0].dim() for item in failures)


def _rank(probe: Probe) -> int:
    given = [item for call in probe.request["calls"][:1] for item in call["args"]]  # a script has no calls
    return max((item.ndim for item in given if isinstance(item, Tensor)), default=0)


def explain(exercise: Exercise, model: EditModel, seen: Sequence[Observed]) -> list[Explanation]:
    """Return the simplest explanations of wrong results."""
    stages = (
        *(_by_single_edit, _by_scale, _by_formula, _by_cases),
        *(_by_pattern, _by_pair, _by_fitted_scale, _by_factor),
    )
    for stage in stages:
        if explanations := list(stage(exercise, model, seen)):
            return explanations
    return []


def _by_single_edit(exercise: Exercise, model: EditModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    return (Explanation(chosen) for chosen in model.single_edits if explains(exercise, chosen, seen))


def _by_scale(exercise: Exercise, model: EditModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    """Yield a factor that no edit names: of the result, or of the scores."""
    if not model.plan.any_scale or not regular(seen):
        return
    for chosen in ((), *(single for single in model.single_edits if single[0][0] == SCALE)):
        if factors := _factors(exercise, model, chosen, seen):
            yield Explanation(chosen, factors)
            return
    if model.has_scale and all(fitted_scale(model, place, item) for place, item in enumerate(seen)):
        yield Explanation(scaled=True)


def _factors(exercise: Exercise, model: EditModel, chosen: Edits, seen: Sequence[Observed]) -> tuple[float, ...]:
    """Return the factor of these edits' result for each probe; nothing if one has none, or any would."""
    factors: list[float] = []
    for place, item in enumerate(seen):
        factor = common_factor(item, predict(exercise, place, chosen))
        if factor is None:
            return ()
        factors.append(factor)
    return tuple(factors) if say_something(model, seen, factors) else ()


def _by_formula(_: Exercise, model: EditModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    if model.plan.formula and RAISED not in seen and (mistake := find_formula_mistake(model, seen)):
        yield Explanation(measured=mistake)


def _by_cases(exercise: Exercise, model: EditModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    """Yield single edits that show in some probes only, while the others are right."""
    right = [agrees(predict(exercise, place, ()), item) for place, item in enumerate(seen)]
    wrong = [item for item, is_right in zip(seen, right, strict=True) if not is_right]
    if model.plan.formula or not any(right) or len(wrong) < FEW_CASES or not informative(wrong):
        return
    for chosen in model.single_edits:
        if all(ok or agrees(predict(exercise, place, chosen), seen[place]) for place, ok in enumerate(right)):
            yield Explanation(chosen, partial=True)


def _by_pattern(exercise: Exercise, model: EditModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    if mistake := pattern(exercise, model, seen):
        yield Explanation(measured=mistake)


def _by_pair(exercise: Exercise, model: EditModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    """Yield pairs of edits of different stages."""
    if model.plan.pairs and informative(seen):
        place, value = _richest(seen)
        candidates = pairs_table(exercise, place).candidates(value)
        yield from (Explanation(chosen) for chosen in candidates if _computes(model, chosen, seen))


def _by_factor(exercise: Exercise, model: EditModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    """Yield single edits together with a factor of the result."""
    if not model.plan.pairs or not model.plan.any_scale or not regular(seen) or not informative(seen):
        return
    for chosen in model.pairable:
        if factors := _factors(exercise, model, chosen, seen):
            yield Explanation(chosen, factors)


def _by_fitted_scale(exercise: Exercise, model: EditModel, seen: Sequence[Observed]) -> Iterator[Explanation]:
    """Yield single edits together with a scale of the scores: one that has a name, or else any number."""
    if not model.plan.pairs or not model.has_scale or not informative(seen):
        return
    place, value = _richest(seen)
    nearest = scales_table(exercise, place).nearest(value, NEAREST)
    for chosen in sorted(nearest, key=model.pairable.index):
        scaled = [((SCALE, option), *chosen) for option in model.edits.stages[SCALE]]
        if named := [both for both in scaled if _computes(model, both, seen)]:
            yield from map(Explanation, named)
        elif _fits(model, chosen, place, value) and all(_fits(model, chosen, *item) for item in enumerate(seen)):
            yield Explanation(chosen, scaled=True)


def _fits(model: EditModel, chosen: Edits, place: int, seen: Observed) -> bool:
    if isinstance(seen, str):
        return agrees(compute(model, place, ((SCALE, 1.0), *chosen)), seen)
    return fitted_scale(model, place, seen, chosen) is not None


def _richest(seen: Sequence[Observed]) -> tuple[int, Value]:
    """Return the probe whose value has the most finite numbers; after `informative`, there is one."""
    values = [(place, item) for place, item in enumerate(seen) if not isinstance(item, str)]
    return max(values, key=lambda pair: sum(int(part.isfinite().sum()) for part in pair[1]))


def _computes(model: EditModel, chosen: Edits, seen: Sequence[Observed]) -> bool:
    return all(agrees(compute(model, place, chosen), item) for place, item in enumerate(seen))
