"""Adds the lines of mistakes to the results of a class run.

An exercise that was tried with right definitions in place of wrong callees gets no line: a student's code could call
those, and what passes then is told only as a whole (`grading.scoring`).
"""

import contextlib
import dataclasses
from collections.abc import Mapping, Sequence
from multiprocessing.util import Finalize

from autograder.course import Exercise
from autograder.diagnosis.mistakes import load_mistakes
from autograder.grading.exercise import EXPLICABLE, Attempt, ExerciseGrader
from autograder.intake.parser_process import ParserProcess
from autograder.printable import printable
from autograder.repair.enumeration import CANDIDATES, Enumerator, solution_code
from autograder.repair.likeness import Undoing
from autograder.repair.locating import Locator, Wrong
from autograder.repair.location import Location
from autograder.repair.mode import RepairMode
from autograder.repair.proved import Claim, claims_of
from autograder.repair.referee import refuted
from autograder.repair.repair_search import RepairSearch, RepairStep, SearchResult
from autograder.repair.sentences import claim_sentences, other_lines_sentence
from autograder.repair.source import Edit
from autograder.repair.trials import Trials, files_of
from autograder.repair.undoing import undoings_of
from autograder.results.model import ExerciseResult, Json

NO_WAY_KNOWN: tuple[Undoing, ...] = ()  # to undo a mistake that has no name: edits that often mend something come first


class ClassReasons:
    """Finds the lines of mistakes, one exercise after the other.

    Args:
        mode: how much is searched.
    """

    def __init__(self, mode: RepairMode) -> None:
        self._mode = mode
        self._parser = ParserProcess()
        Finalize(self, self._parser.close, exitpriority=1)  # a process of a pool waits for its own children at its end

    def close(self) -> None:
        """End the process that parses."""
        self._parser.close()

    def with_lines(
        self,
        grader: ExerciseGrader,
        exercise: Exercise,
        attempts: Sequence[Attempt],
        sources: Mapping[str, bytes],
        result: ExerciseResult,
    ) -> ExerciseResult:
        """Return a result with the lines of its mistakes, if any are found.

        Raises:
            SandboxError: the sandbox was lost.
        """
        if not _is_searched(attempts, result):
            return result
        names = list(dict.fromkeys(item["name"] for check in result.checks for item in check.diagnosis))
        enumerator = Enumerator.of(exercise, self._parser, (solution_code(exercise),))
        with contextlib.closing(grader_trials(grader, exercise, sources)) as trials:
            if self._mode is RepairMode.SEARCH:
                found = RepairSearch(trials, enumerator, CANDIDATES).run()
                return _with_found(result, exercise, found, enumerator, names)
            passed = frozenset(place for place, item in enumerate(attempts[0].findings) if item.failure is None)
            return _with_few(result, exercise, Locator(trials, enumerator), names, passed)


def grader_trials(grader: ExerciseGrader, exercise: Exercise, sources: Mapping[str, bytes]) -> Trials:
    """Return the trials of a submission's programs, with what a grader has."""
    checks = grader.checks(exercise)
    files = files_of(sources, exercise)
    return Trials(grader.fork_server, grader.limits, exercise, checks, files, pass_cache=grader.pass_cache)


def _is_searched(attempts: Sequence[Attempt], result: ExerciseResult) -> bool:
    """Whether something that the exercise itself returned or raised is wrong, in time."""
    own = attempts[0]
    plain = not any(attempt.replaced or attempt.budget_limited or attempt.forbidden for attempt in attempts)
    return plain and not result.needs_person and any(item.outcome in EXPLICABLE for item in own.findings)


def _with_few(
    result: ExerciseResult, exercise: Exercise, locator: Locator, names: Sequence[str], passed: frozenset[int]
) -> ExerciseResult:
    """Add what a few edits prove."""
    if not names:
        return _with_claim(result, locator.passing_edit(Wrong((NO_WAY_KNOWN,), passed)))
    telling = next(place for place, check in enumerate(result.checks) if check.diagnosis)
    wrong = Wrong(tuple(undoings_of(exercise, name) for name in names), passed, telling)
    return _located(result, names, locator.locate(wrong))


def _located(result: ExerciseResult, names: Sequence[str], places: Sequence[Location]) -> ExerciseResult:
    """Add the place of each named mistake to its entries."""
    if not places:
        return result
    added = {name: place.to_json() for name, place in zip(names, places, strict=True)}
    return _without_family_hints(_with_diagnosis(result, added, frozenset()))


def _without_family_hints(result: ExerciseResult) -> ExerciseResult:
    """Leave out hints for a whole family of mistakes, where the line of the mistake says more."""
    mistakes = load_mistakes()
    checks = [
        dataclasses.replace(check, hint="")
        if any("line" in item and not mistakes[item["name"]].has_own_hint for item in check.diagnosis[:1])
        else check
        for check in result.checks
    ]
    return dataclasses.replace(result, checks=tuple(checks))


def _without_hints(result: ExerciseResult) -> ExerciseResult:
    """Leave out the hints of checks, where a line is proved after whose change all of them pass."""
    return dataclasses.replace(result, checks=tuple(dataclasses.replace(check, hint="") for check in result.checks))


def _with_diagnosis(result: ExerciseResult, added: Mapping[str, Json], dropped: frozenset[str]) -> ExerciseResult:
    """Add keys to named mistakes, and leave some of them out, with the hints that were written for them."""
    checks = []
    for check in result.checks:
        kept = tuple(item | added.get(item["name"], {}) for item in check.diagnosis if item["name"] not in dropped)
        hint = check.hint if kept or not check.diagnosis else ""
        checks.append(dataclasses.replace(check, diagnosis=kept, hint=hint))
    return dataclasses.replace(result, checks=tuple(checks))


def _with_claim(result: ExerciseResult, found: tuple[str, Edit] | None) -> ExerciseResult:
    """Add what is proved about the line of a mistake that has no name."""
    if found is None:
        return result
    original, edit = found
    claims = claims_of(SearchResult(passing=(RepairStep(edit, edit.place.line),), original=original))
    return dataclasses.replace(_without_hints(result), repair={"mistakes": claims_json(claims, original)})


def _with_found(
    result: ExerciseResult, exercise: Exercise, found: SearchResult, enumerator: Enumerator, names: Sequence[str]
) -> ExerciseResult:
    """Add what a full search found; a mistake that it does not agree with is not named."""
    refused = refuted(exercise, found, enumerator, names)
    claims = claims_of(found)
    added: dict[str, Json] = {}
    if len(claims) == 1 and not refused and len(names) == 1:
        added = {names[0]: claim_location(claims[0], found.original).to_json()}
    result = _without_family_hints(_with_diagnosis(result, added, refused))
    result = _without_hints(result) if claims and not names else result
    repair = {"mistakes": claims_json(claims, found.original), "candidates": found.tried, "complete": found.complete}
    return dataclasses.replace(result, repair=repair, repair_seconds=found.seconds)


def claim_location(claim: Claim, original: str) -> Location:
    """Return the place that a claim is about."""
    return Location(claim.line, claim.end_line, claim.column, claim.end_column, original)


def claims_json(claims: Sequence[Claim], original: str) -> list[Json]:
    """Return what is proved about each line, without the edit."""
    return [
        claim_location(claim, original).to_json()
        | {"sentence": printable(sentence), "kind": claim.kind, "elsewhere": other_lines_sentence(claim)}
        | {"other_lines": list(claim.other_lines), "edits": claim.count}
        for claim, sentence in zip(claims, claim_sentences(claims), strict=True)
    ]
