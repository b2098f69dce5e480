"""Points of an exercise: what follows from its verdict and from prices. Nothing is run."""

from collections.abc import Mapping
from dataclasses import replace

from autograder.course.model import Rubric
from autograder.results.model import CheckResult, ExerciseResult
from autograder.results.rubric import MistakeCost, NamedMistakes, RubricMatch


def priced(result: ExerciseResult, rubric: Rubric, max_score: float, worth: Mapping[str, float]) -> ExerciseResult:
    """Return the result of an exercise with its points: of several trials, that of the first that is better.

    Args:
        result: how it was judged.
        rubric: what named mistakes cost.
        max_score: what the exercise is worth.
        worth: what its checks are worth, by id; those that are not in it keep what they have.
    """
    own, *others = (_priced(item, rubric, max_score, worth) for item in (result.trials or (result,)))
    if not others:
        return own
    better = (item for item in others if own.needs_person or item.score > own.score)
    return replace(next(better, own), trials=(own, *others))


def _priced(result: ExerciseResult, rubric: Rubric, max_score: float, worth: Mapping[str, float]) -> ExerciseResult:
    checks = tuple(_worth(check, worth.get(check.id, check.max_score)) for check in result.checks)
    points = {check.id: check.max_score for check in checks}
    gained = sum(check.score for check in checks)
    every = (_match(named, rubric, max_score, points, gained) for named in result.matches)
    match = min(filter(None, every), key=lambda item: item.share, default=None)
    return replace(result, max_score=max_score, checks=checks, rubric=match)


def _worth(check: CheckResult, points: float) -> CheckResult:
    return replace(check, score=points if check.score else 0.0, max_score=points)


def _match(
    named: NamedMistakes, rubric: Rubric, max_score: float, points: Mapping[str, float], gained: float
) -> RubricMatch | None:
    """Return what mistakes cost; None if one of them has no price."""
    shares = [rubric.share_of(name, family) for name, family in named.mistakes]
    costs = tuple(
        MistakeCost(name, family, share.amount, share.rule)
        for (name, family), share in zip(named.mistakes, shares, strict=True)
        if share is not None
    )
    if len(costs) < len(shares):
        return None
    limits = [
        max(sum(points[check] for check in passed), max_score * (1 - cost.share))
        for passed, cost in zip(named.alone, costs, strict=False)  # of one mistake, nothing is known alone
    ]
    limit = round(min(limits, default=max_score), 2)
    return RubricMatch(costs, named.beside, limit if limits and gained > limit else None)
