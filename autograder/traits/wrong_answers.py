"""What the wrong answers of an exercise have in common: how the results differ, and for which arguments."""

from collections.abc import Collection, Mapping, Sequence

from autograder.checking.failures import CheckFailedError
from autograder.checking.recording import RecordedCheck
from autograder.checking.runner import ExampleOutcome, Finding, example_outcomes
from autograder.sandbox.host.target import CallResponse, NoResponse, Target
from autograder.traits.differences import Comparison, compare_failure, results_sentence
from autograder.traits.wrong_arguments import examples_sentence

LEAST_OF_ONE_CHECK = 3  # wrong examples of one check, where the wrong results of all have nothing in common
GRADIENT_SYMPTOMS = ("no gradient", "gradient missing")
Outcomes = Mapping[str, Sequence[ExampleOutcome]]  # by the id of the check


def traits_of(
    failed: Sequence[tuple[RecordedCheck, Finding]],
    responses: Mapping[bytes, CallResponse | NoResponse],
    target: Target,
    known: Collection[str],
) -> tuple[str, ...]:
    """Return true sentences about the wrong answers of an exercise; none if nothing is known.

    Args:
        failed: the checks that failed, and how.
        responses: the answers to the recorded requests, by frame.
        target: what other requests go to, if checks make some.
        known: the names of arguments that a student knows; the others are not told.
    """
    if failed and all(_is_of_gradients(finding.failure) for _, finding in failed if finding.failure):
        return ("The results are right, and only gradients are wrong",)
    outcomes = {item.check.info.id: _outcomes(item, finding, responses, target) for item, finding in failed}
    illustrated: list[ExampleOutcome] = [({}, finding.failure) for _, finding in failed if finding.note]
    about_results = _about_results(outcomes, illustrated)
    return tuple(filter(None, (about_results, _about_examples(outcomes, known, explained=bool(about_results)))))


def _is_of_gradients(failure: CheckFailedError) -> bool:
    return failure.record.is_gradient or failure.symptom in GRADIENT_SYMPTOMS


def _outcomes(
    recorded: RecordedCheck,
    finding: Finding,
    responses: Mapping[bytes, CallResponse | NoResponse],
    target: Target,
) -> list[ExampleOutcome]:
    """Return how the recorded examples end, and the one that is shown if it is none of them."""
    outcomes = example_outcomes(recorded, responses, target)
    shown = dict(finding.arguments)
    is_known = finding.note or any(arguments == shown for arguments, _ in outcomes)  # an illustration has no arguments
    return outcomes if is_known else [*outcomes, (shown, finding.failure)]


def _about_results(outcomes: Outcomes, illustrated: Sequence[ExampleOutcome]) -> str:
    """Return what all wrong results have in common; else those of one check. It is true of illustrations, too."""
    by_check = [_comparisons(item) for item in outcomes.values()]
    several = [items for items in by_check if len(items) >= LEAST_OF_ONE_CHECK]
    every, shown = [item for items in by_check for item in items], _comparisons(illustrated)
    return next(filter(None, (results_sentence([*items, *shown]) for items in (every, *several))), "")


def _comparisons(outcomes: Sequence[ExampleOutcome]) -> list[Comparison]:
    found = [compare_failure(failure, arguments) for arguments, failure in outcomes if failure is not None]
    return [item for item in found if item is not None]


def _about_examples(outcomes: Outcomes, known: Collection[str], *, explained: bool) -> str:
    """Return which small examples of a check are wrong, for the first check of which that is known."""
    sentences = (
        examples_sentence(
            [(arguments, failure is not None) for arguments, failure in items], known, explained=explained
        )
        for items in outcomes.values()
    )
    return next(filter(None, sentences), "")
