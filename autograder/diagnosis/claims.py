"""Decides which sentences are true: each is a claim about what a submission returned, with a predicate.

A submission's answers can have several explanations. A sentence is reported only if it is true under every one of them;
otherwise a more general one is reported that is, or none.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autograder.course import Exercise
from autograder.diagnosis.evidence import Observed
from autograder.diagnosis.examples import promises
from autograder.diagnosis.factors import LAWS, RESCALED, ROOT, SAME, all_equal, lawful, laws_of
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.model import SCALE, EditModel, Edits, mistake_name
from autograder.diagnosis.predictions import model_of
from autograder.diagnosis.structure import STRUCTURAL

Names = tuple[str, ...]


@dataclass(frozen=True)
class Explanation:
    """Edits of the right program, and factors of the result or the scores, that reproduce all that was returned."""

    edits: Edits = ()
    factors: tuple[float, ...] = ()  # of the result, one for each probe
    scaled: bool = False  # whether the scores are multiplied by a fitted number
    measured: str = ""  # a sentence that a search without edits has found to be true
    partial: bool = False  # whether the edits show in some probes only

    @property
    def mistakes(self) -> Names:
        """The names of the mistakes."""
        return tuple(dict.fromkeys(mistake_name(option) for _, option in self.edits))


@dataclass(frozen=True)
class Observation:
    """Everything that a submission returned for the probes of an exercise."""

    exercise: Exercise
    model: EditModel
    seen: tuple[Observed, ...]


Predicate = Callable[[Observation, Explanation], bool]


def _is_mistake(name: str) -> Predicate:
    """Return a predicate: whether the explanation has an edit of this name, or one of which its words are true."""

    def has_mistake(_: Observation, explanation: Explanation) -> bool:
        options = [str(option) for _, option in explanation.edits]
        return name in explanation.mistakes or _is_also_true(name, options)

    return has_mistake


def _one_factor(_: Observation, explanation: Explanation) -> bool:
    return bool(explanation.factors) and all_equal(explanation.factors)


def _several_factors(_: Observation, explanation: Explanation) -> bool:
    return bool(explanation.factors) and not all_equal(explanation.factors)


def _follows(law: str) -> Predicate:
    return lambda observation, explanation: lawful(observation.model, law, explanation.factors)


def _scaled_late(observation: Observation, explanation: Explanation) -> bool:
    """Whether the result is divided instead of the scores."""
    return explanation.mistakes == ("no-scale",) and lawful(observation.model, ROOT, explanation.factors)


def _other_scale(_: Observation, explanation: Explanation) -> bool:
    return explanation.scaled or any(stage == SCALE for stage, _ in explanation.edits)


def _losses_equal(observation: Observation, _: Explanation) -> bool:
    parts = [part for item in observation.seen if not isinstance(item, str) for part in item]
    return len(parts) == len(observation.seen) and all(part.numel() > 1 and all_equal(part.tolist()) for part in parts)


def _not_finite(observation: Observation, _: Explanation) -> bool:
    parts = [part for item in observation.seen if not isinstance(item, str) for part in item]
    return any(not bool(part.isfinite().all()) for part in parts)


CLAIMS: dict[str, Predicate] = {
    SAME: _one_factor,
    RESCALED: _several_factors,
    "scale-after-softmax": _scaled_late,
    "other-scale": _other_scale,
    "losses-equal": _losses_equal,
    "mask-not-finite": _not_finite,
} | {law: _follows(law) for law in LAWS}
FORMULA = (
    *("formula-factor", "formula-size-factor", "formula-term", "formula-constant"),
    *("formula-same-for-all", "formula-sign", "formula-some-sizes", "formula-no-size"),
)
PROMISES = (
    *("witness-not-finite", "witness-shape", "witness-not-saturated", "witness-still-saturated"),
    *("witness-symmetric", "witness-no-change"),
)


def is_true(name: str, observation: Observation, explanation: Explanation) -> bool:
    """Whether the sentence `name` is true of what was returned, under this explanation."""
    if explanation.measured:
        return name == explanation.measured
    return CLAIMS.get(name, _is_mistake(name))(observation, explanation)


def true_sentences(observation: Observation, explanations: Sequence[Explanation]) -> Names:
    """Return the sentences of the first explanation, or more general ones, that are true under all explanations."""
    allowed = sentences_of(observation.exercise)
    sentences: list[str] = []
    for candidate in _candidates(observation, explanations[0]):
        for name in (candidate, *load_mistakes()[candidate].more_general):
            if name in allowed and all(is_true(name, observation, item) for item in explanations):
                sentences.append(name)
                break
    return tuple(dict.fromkeys(sentences))


def names_true_of(options: Sequence[str]) -> frozenset[str]:
    """Return the mistakes whose words are true of a program with these mistakes or edits, as `mistakes.toml` says."""
    mistakes = load_mistakes()
    own = {mistake_name(option) for option in options}
    general = {other for name in own for other in mistakes[name].more_general}
    return frozenset(own | general | {name for name in mistakes if _is_also_true(name, options)})


def _is_also_true(name: str, options: Sequence[str]) -> bool:
    """Whether `also_true_of` of a mistake has one of these mistakes or edits, or a form of it."""
    also = load_mistakes()[name].also_true_of
    return any(option == other or option.startswith((f"{other}/", f"{other}-")) for option in options for other in also)


def shared_name(mistakes: Sequence[str]) -> str | None:
    """Return the sentence that is true of programs with all these mistakes: one of theirs, or a more general one.

    None where a program is not wrong, or has a mistake that answers do not show.
    """
    if any(not name or not load_mistakes()[name].in_answers for name in mistakes):
        return None
    own = dict.fromkeys(mistakes)
    more = [general for name in own for general in load_mistakes()[name].more_general]
    return next((name for name in (*own, *more) if all(covers(name, other) for other in own)), None)


def covers(name: str, other: str) -> bool:
    """Whether the sentence `name` is true of every program with the mistake `other`."""
    mistakes = load_mistakes()
    return name == other or other in mistakes[name].also_true_of or name in mistakes[other].more_general


def _candidates(observation: Observation, explanation: Explanation) -> Names:
    if explanation.measured:
        return (explanation.measured,)
    if _scaled_late(observation, explanation):
        return ("scale-after-softmax",)
    laws = [law for law in (SAME, *LAWS, RESCALED) if CLAIMS[law](observation, explanation)]
    return (*explanation.mistakes, *laws[:1], *(("other-scale",) if explanation.scaled else ()))


@functools.cache
def sentences_of(exercise: Exercise) -> frozenset[str]:
    """Return every sentence that may be reported for an exercise."""
    if exercise.name in promises():
        return frozenset(PROMISES)
    model = model_of(exercise)
    if model is None:
        return frozenset()
    names = {mistake_name(option) for options in model.edits.stages.values() for option in options}
    names |= {general for name in names for general in load_mistakes()[name].more_general}
    return frozenset(names | set(_measured(model)))


def _measured(model: EditModel) -> Names:
    """Return the sentences that are not the name of a edit."""
    scaled = model.plan.any_scale and model.has_scale
    late = ("scale-after-softmax",) if "no-scale" in model.edits.stages.get(SCALE, ()) else ()
    groups = (
        (model.plan.any_scale, (SAME, RESCALED, *laws_of(model))),
        (scaled, ("other-scale", *late)),
        (model.plan.formula, FORMULA),
        (model.plan.pattern or model.plan.weights is not None, ("mask-other",)),
        (model.plan.moves, ("heads-rearranged", "heads-left-out", "batch-mixed")),
        (model.plan.named, model.plan.structure.names if model.plan.structure else STRUCTURAL),
        (bool(model.plan.late), ("leading-dimensions",)),
        (bool(model.plan.construction.refused), ("heads-not-refused", "heads-refused")),
        (bool(model.plan.construction.twins), ("heads-alike",)),
    )
    return tuple(name for wanted, names in groups if wanted for name in names)
