"""Adds the lines of mistakes to the results of a class run.

An exercise that was run with right definitions in place of wrong callees gets no line: a student's code could call
those, and what passes then is told only as a whole (`grading.scoring`).
"""

import contextlib
import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from multiprocessing.util import Finalize

from autograder.course import Assignment, Exercise
from autograder.diagnosis.mistakes import load_mistakes, say_why
from autograder.diagnosis.symptoms import CRASH_SYMPTOMS
from autograder.grading.budget import Budget
from autograder.grading.exercise import ExerciseGrader
from autograder.intake.parser_process import ParserProcess
from autograder.intake.submission import Submission
from autograder.printable import printable
from autograder.repair.enumeration import CANDIDATES, Enumerator, solution_code, solution_files
from autograder.repair.likeness import Undoing
from autograder.repair.locating import (
    Better,
    Locator,
    Tried,
    Wrong,
    location_of_better,
    location_of_passing,
    most_telling,
)
from autograder.repair.location import Location
from autograder.repair.mode import RepairMode
from autograder.repair.open_search import OpenSearch
from autograder.repair.proved import Claim, claims_of
from autograder.repair.referee import refuted
from autograder.repair.reference_runs import ReferenceRuns
from autograder.repair.repair_search import RepairSearch, RepairStep, SearchResult
from autograder.repair.second_mistake import NO_WAY_KNOWN, TwoMistakes, about_named, find_second_mistake
from autograder.repair.sentences import claim_sentences, other_lines_sentence
from autograder.repair.source import Edit
from autograder.repair.trials import Trials, Verdict, files_of
from autograder.repair.undoing import undoings_of, undoings_of_all
from autograder.repair.where_to_look import DIFFERENCE, PARAMETER, PlaceFinder
from autograder.repair.whys import why_of
from autograder.results.model import ExerciseResult, Json, Result
from autograder.sandbox.host.isolation import SandboxError
from autograder.wording import more_checks_pass

# What is known of a mistake without a name.
WAYS_BY_OUTCOME: Mapping[str, tuple[Undoing, ...]] = {
    "wrong dtype": (Undoing("torch.zeros(T)", "torch.zeros(T, dtype=x.dtype, device=x.device)", "dtype"),)
}


class ClassReasons:
    """Finds the lines of mistakes, one exercise after the other.

    Args:
        mode: how much is searched.
    """

    def __init__(self, mode: RepairMode) -> None:
        self._mode = mode
        self._parser = ParserProcess()
        self._right = ReferenceRuns()
        Finalize(self, self._parser.close, exitpriority=1)  # a process of a pool waits for its own children at its end

    def close(self) -> None:
        """End the process that parses."""
        self._parser.close()

    def explain(
        self,
        grader: ExerciseGrader,
        assignment: Assignment,
        submission: Submission,
        judged: Result,
        searches: Sequence[OpenSearch],
    ) -> Result:
        """Return the result of a submission with the lines of its mistakes; points and outcomes stay as they are.

        An exercise whose search fails, whatever a program does to it, gets a note instead.

        Raises:
            SandboxError: the sandbox was lost.
        """
        grader = grader.with_sizes(submission.sizes, assignment.id)
        budget = grader.budget().of_search
        sources = dict(submission.sources)  # they may be on disk
        by_name = {item.name: item for item in assignment.exercises}
        results = {item.name: item for item in judged.exercises}
        for search in searches:
            exercise, result = by_name[search.exercise], results[search.exercise]
            try:
                results[exercise.name] = self.with_lines(grader, exercise, search, sources, result, budget=budget)
            except SandboxError:
                raise
            except Exception:  # noqa: BLE001 - the points are there
                results[exercise.name] = result.not_searched()
        return replace(judged, exercises=tuple(results.values()), reasons=str(self._mode))

    def with_lines(
        self,
        grader: ExerciseGrader,
        exercise: Exercise,
        search: OpenSearch,
        sources: Mapping[str, bytes],
        result: ExerciseResult,
        *,
        budget: Budget,
    ) -> ExerciseResult:
        """Return a result with the lines of its mistakes, if any are found.

        A search for all edits, which somebody asked for, is limited by their number instead of by the budget, so that
        it finds the same in every run.

        Raises:
            OutOfTimeError: the time of the search is used up.
            SandboxError: the sandbox was lost.
        """
        names = list(dict.fromkeys(item["name"] for check in result.checks for item in check.diagnosis))
        enumerator = Enumerator.of(exercise, self._parser, (solution_code(exercise),))
        wrong = replace(_wrong(result, exercise, names, search.verdict), failing_line=search.failing_line)
        limited = budget if self._mode is RepairMode.LOCATE else None
        with contextlib.closing(grader_trials(grader, exercise, sources, limited)) as trials:
            if self._mode is RepairMode.SEARCH:
                found = RepairSearch(trials, enumerator, CANDIDATES).run()
                result = _with_found(result, exercise, found, enumerator, names)
            else:
                result = _with_few(result, exercise, Locator(trials, enumerator), names, wrong)
            if _has_place(result):
                return result
            solution_trials = functools.partial(grader_trials, grader, exercise, solution_files(exercise))
            finder = PlaceFinder(exercise, enumerator, trials, solution_trials, self._right)
            place = finder.place(wrong, search.failure, undoings_of_all(exercise, names), named=_is_named(result))
            if place.get("kind") in (DIFFERENCE, PARAMETER) and not _is_named(result):
                result = _without_leading_hints(result)
            return replace(result, look_at=place)


def grader_trials(
    grader: ExerciseGrader, exercise: Exercise, sources: Mapping[str, bytes], budget: Budget | None = None
) -> Trials:
    """Return the trials of a submission's programs, with what a grader has."""
    checks = grader.checks(exercise)
    files = files_of(sources, exercise)
    return Trials(
        grader.fork_server, grader.limits, exercise, checks, files, pass_cache=grader.pass_cache, budget=budget
    )


def _has_place(result: ExerciseResult) -> bool:
    """Whether a place is proved to be that of a mistake."""
    return bool(result.repair.get("mistakes")) or any("line" in item for one in result.checks for item in one.diagnosis)


def _with_few(
    result: ExerciseResult, exercise: Exercise, locator: Locator, names: Sequence[str], wrong: Wrong
) -> ExerciseResult:
    """Add what a few edits prove."""
    if len(names) > 1:
        return _located(result, names, locator.locate_several(wrong))
    tried = locator.try_edits(wrong)
    if tried.passing:
        return _with_passing(result, names, tried, wrong.failing_line)
    better = locator.better_edits(tried, wrong)
    if two := find_second_mistake(exercise, locator, tried.text, better, names):
        add = _with_two if two.second else _with_name_of_second
        return add(result, two, len(two.passed) - len(wrong.verdict.passed))
    if names:
        place = location_of_better(tried.text, about_named(locator, tried.text, better, names), wrong)
        return _located(result, names, [place] if place else [])
    return _with_better(result, most_telling(better, wrong, locator.trials.checks), tried.text, wrong)


def _wrong(result: ExerciseResult, exercise: Exercise, names: Sequence[str], verdict: Verdict) -> Wrong:
    if not names:
        return Wrong((WAYS_BY_OUTCOME.get(result.outcome, NO_WAY_KNOWN),), verdict)
    telling = next(place for place, check in enumerate(result.checks) if check.diagnosis)
    return Wrong(tuple(undoings_of(exercise, name) for name in names), verdict, telling)


def _with_passing(result: ExerciseResult, names: Sequence[str], tried: Tried, failing_line: int) -> ExerciseResult:
    """Add the place of the only mistake: to its name, or what is proved there if it has none or lines far apart do.

    A name that only the text of an exception gave is about the line that fails. It is left out where the change is in
    another one, and says why it is needed.
    """
    place = location_of_passing(tried)
    proved = _proved(tried.passing if place is None else tried.passing[:1], tried.text)
    is_elsewhere = not proved["line"] <= failing_line <= proved["end_line"]
    if names and is_elsewhere and "why" in proved and CRASH_SYMPTOMS.issuperset(map(_symptom, names)):
        result = _with_diagnosis(result, {}, frozenset(names))
    if _is_named(result) and place is not None:
        return _located(result, names, [place])
    cleared = result if _is_named(result) else _without_hints(result)
    return replace(cleared, repair={"mistakes": [proved]})


def _symptom(name: str) -> str:
    return load_mistakes()[name].symptom


def _with_better(result: ExerciseResult, best: Sequence[Better], text: str, wrong: Wrong) -> ExerciseResult:
    """Add what is proved about one of several mistakes, none of which has a name."""
    if not best:
        return result
    mended = best[0].passed - wrong.verdict.passed
    place = _proved([item.edit for item in best], text, len(mended))
    known = {"more_checks": len(mended), "mended": [result.checks[at].id for at in sorted(mended)]}
    return replace(result, repair={"mistakes": [place | known]})


def _proved(edits: Sequence[Edit], text: str, more_checks: int = 0) -> Json:
    """Return what is proved where one of some edits makes checks pass: all of them, or so many more."""
    steps = tuple(RepairStep(edit, edit.place.line) for edit in edits)
    (place,) = claims_json(claims_of(SearchResult(passing=steps, original=text)), text, more_checks)
    return place


def _with_two(result: ExerciseResult, two: TwoMistakes, more_checks: int) -> ExerciseResult:
    """Add what is proved about two mistakes: each with a check that shows it, the second one with its name."""
    claims = claims_json(claims_of(two.search_result), two.text)
    claims[0]["sentence"] += f", {more_checks_pass(more_checks)}"
    shows = [_first_check(result, two.passed.__contains__), _first_check(result, lambda at: at not in two.passed)]
    added = [claim | {"check": result.checks[at].id} for claim, at in zip(claims, shows, strict=True)]
    added[0]["mended"] = _mended(result, two.passed)
    checks = list(_without_hints(result).checks)
    own = [item for check in checks for item in check.diagnosis if not item.get("vague")]
    if len(own) == 1:
        texts = {True: (own[0]["text"], ""), False: ("", own[0]["text"]), None: ("", "")}[two.first_is_named]
        added = [claim | {"text": text} for claim, text in zip(added, texts, strict=True)]
    if say_why(two.named):
        names = [*own, *(item.to_json() for item in two.named)]
        if len(own) == len(two.named) == 1:
            added = [claim | {"text": item["text"]} for claim, item in zip(added, names, strict=True)]
        told = names if checks[shows[1]].diagnosis else names[len(own) :]
        checks[shows[1]] = replace(checks[shows[1]], diagnosis=tuple(told))
    return replace(result, checks=tuple(checks), repair={"mistakes": added})


def _with_name_of_second(result: ExerciseResult, two: TwoMistakes, more_checks: int) -> ExerciseResult:
    """Add what is proved about one of two mistakes, and the name of the other beside its own, if it has one."""
    (place,) = claims_json(claims_of(two.search_result), two.text, more_checks)
    known = place | {"more_checks": more_checks, "mended": _mended(result, two.passed)}
    telling = _first_check(result, lambda at: at not in two.passed)
    named = tuple(item.to_json() for item in two.named)
    own = [item["name"] for check in result.checks for item in check.diagnosis if not item.get("vague")]
    if own:
        telling = next(at for at, check in enumerate(result.checks) if check.diagnosis)
        own_place = {name: value for name, value in known.items() if name != "why"}  # which the mistake has of its own
        result = _with_diagnosis(result, {own[0]: own_place}, frozenset())
    else:
        result = replace(_without_hints(result), repair={"mistakes": [known]})
    checks = list(result.checks)
    checks[telling] = replace(checks[telling], diagnosis=(*checks[telling].diagnosis, *named), hint="")
    return replace(result, checks=tuple(checks))


def _mended(result: ExerciseResult, passed: frozenset[int]) -> list[str]:
    """Return the failed checks that pass after an edit, by the places of those that pass then."""
    return [check.id for at, check in enumerate(result.checks) if at in passed and check.outcome != "right"]


def _first_check(result: ExerciseResult, is_meant: Callable[[int], bool]) -> int:
    """Return the place of the first failed check of some: one of the core if there is one, the named one before."""
    failed = [at for at, check in enumerate(result.checks) if check.outcome != "right" and is_meant(at)]
    return min(failed, key=lambda at: (not result.checks[at].diagnosis, result.checks[at].level != "core", at))


def _located(result: ExerciseResult, names: Sequence[str], places: Sequence[Location]) -> ExerciseResult:
    """Add the place of each named mistake to its entries."""
    if not places:
        return result
    added = {name: _place_json(result, place) for name, place in zip(names, places, strict=True)}
    located = _with_diagnosis(result, added, frozenset())
    return located if _is_named(result) else _without_leading_hints(located)


def _place_json(result: ExerciseResult, place: Location) -> Json:
    """Return a place as JSON, with the checks that a change there mends if others still fail then."""
    mended = [result.checks[at].id for at in place.mended]
    return place.to_json() | ({"mended": mended} if mended else {})


def _is_named(result: ExerciseResult) -> bool:
    """Whether a mistake is told by its name; its hint was written for it."""
    return any(not item.get("vague") for check in result.checks for item in check.diagnosis)


def _without_leading_hints(result: ExerciseResult) -> ExerciseResult:
    """Leave out the hints of checks that fail like the exercise, where a line was seen: they may point elsewhere."""
    checks = [replace(item, hint="") if item.outcome == result.outcome else item for item in result.checks]
    return replace(result, checks=tuple(checks))


def _without_hints(result: ExerciseResult) -> ExerciseResult:
    """Leave out the hints of checks, where a line is proved after whose change all of them pass."""
    return replace(result, checks=tuple(replace(check, hint="") for check in result.checks))


def _with_diagnosis(result: ExerciseResult, added: Mapping[str, Json], dropped: frozenset[str]) -> ExerciseResult:
    """Add keys to named mistakes, and leave some of them out, with the hints that were written for them."""
    checks = []
    for check in result.checks:
        kept = tuple(item | added.get(item["name"], {}) for item in check.diagnosis if item["name"] not in dropped)
        hint = check.hint if kept or not check.diagnosis else ""
        checks.append(replace(check, diagnosis=kept, hint=hint))
    return replace(result, checks=tuple(checks))


def _with_found(
    result: ExerciseResult, exercise: Exercise, found: SearchResult, enumerator: Enumerator, names: Sequence[str]
) -> ExerciseResult:
    """Add what a full search found; a mistake that it does not agree with is not named."""
    refused = refuted(exercise, found, enumerator, names)
    claims = claims_of(found)
    added: dict[str, Json] = {}
    if len(claims) == 1 and not refused and len(names) == 1:
        added = {names[0]: claim_location(claims[0], found.original).to_json()}
    result = _with_diagnosis(result, added, refused)
    result = _without_hints(result) if claims and not _is_named(result) else result
    repair = {"mistakes": claims_json(claims, found.original), "candidates": found.tried, "complete": found.complete}
    return replace(result, repair=repair, repair_seconds=found.seconds)


def claim_location(claim: Claim, original: str) -> Location:
    """Return the place that a claim is about."""
    return Location(claim.line, claim.end_line, claim.column, claim.end_column, original)


def claims_json(claims: Sequence[Claim], original: str, more_checks: int = 0) -> list[Json]:
    """Return what is proved about each line, without the edit; `more_checks` pass if not all do."""
    return [
        claim_location(claim, original).to_json()
        | ({"why": why} if (why := why_of(claim)) else {})
        | {"sentence": printable(sentence), "kind": claim.kind, "elsewhere": other_lines_sentence(claim)}
        | {"other_lines": list(claim.other_lines), "edits": claim.count}
        for claim, sentence in zip(claims, claim_sentences(claims, more_checks), strict=True)
    ]
