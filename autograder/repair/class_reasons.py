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
from autograder.diagnosis.matching import CRASH_SYMPTOMS
from autograder.diagnosis.mistakes import Diagnosis, load_mistakes, say_why
from autograder.grading.budget import Budget
from autograder.grading.exercise import ExerciseGrader
from autograder.intake.parser_process import ParserProcess
from autograder.intake.submission import Submission
from autograder.printable import printable
from autograder.repair.claims import (
    Claim,
    claim_sentences,
    claims_of,
    common_place,
    marked,
    other_lines_sentence,
    place_json,
    why_of,
)
from autograder.repair.enumeration import Enumerator, solution_code, solution_files
from autograder.repair.likeness import Undoing
from autograder.repair.mode import RepairMode
from autograder.repair.open_search import OpenSearch
from autograder.repair.referee import refuted
from autograder.repair.right_values import ReferenceRuns
from autograder.repair.rules import known_kinds
from autograder.repair.search import FEW, LEAST_LIKENESS, MANY, Better, Search, SearchResult, State, placed
from autograder.repair.source import Edit, Span, Text
from autograder.repair.trials import Trials, files_of
from autograder.repair.undoing import undoings_of, undoings_of_all
from autograder.repair.where_to_look import DIFFERENCE, PARAMETER, PlaceFinder
from autograder.results.model import ExerciseResult, Json, Result
from autograder.sandbox.host.isolation import SandboxError
from autograder.wording import more_checks_pass

LEAST_GAINED = 2  # checks that have to pass after an edit of a mistake without a name
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
        is_whole = self._mode is RepairMode.SEARCH
        with contextlib.closing(grader_trials(grader, exercise, sources, None if is_whole else budget)) as trials:
            start = _start(result, exercise, names, search, trials.source)
            found = Search(exercise, trials, enumerator, MANY if is_whole else FEW).run(start)
            if is_whole:
                result = _with_found(result, exercise, found, enumerator, names)
            else:
                result = _with_few(result, found, names, start, search.failing_line)
            if _has_place(result):
                return result
            solution_trials = functools.partial(grader_trials, grader, exercise, solution_files(exercise))
            finder = PlaceFinder(exercise, enumerator, trials, solution_trials, self._right)
            place = finder.place(
                search.verdict, search.failure, undoings_of_all(exercise, names), named=_is_named(result)
            )
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


def _start(result: ExerciseResult, exercise: Exercise, names: Sequence[str], search: OpenSearch, data: bytes) -> State:
    """Return what the search begins with."""
    if not names:
        return State(data, search.verdict, (WAYS_BY_OUTCOME.get(result.outcome, ()),))
    telling = next(place for place, check in enumerate(result.checks) if check.diagnosis)
    return State(data, search.verdict, tuple(undoings_of(exercise, name) for name in names), telling)


def _with_few(
    result: ExerciseResult, found: SearchResult, names: Sequence[str], start: State, failing_line: int
) -> ExerciseResult:
    """Add what a few edits prove."""
    text = Text(found.original)
    if found.together:
        return _located(result, names, [place_json(text, marked(text, edit.place)) for edit in found.together])
    if len(names) > 1:
        return result
    if found.before:
        first = next(item for item in found.followed if item.edit == found.before[0].edit)
        return _with_two(result, found, first, names, start)
    if found.passing:
        return _with_passing(result, names, found, failing_line)
    for item in found.followed:
        if say_why(_left(item, names)) and is_evidence(item):
            return _with_name_of_second(result, found.original, item, start)
    if names:
        about_named = [item for item in found.followed if not _is_still_named(item, names)]
        place, best = place_of_better(about_named, start)
        if place is None or best is None:
            return result
        mended = _mended(result, best.passed)
        return _located(result, names, [place_json(text, marked(text, place), len(mended)) | {"mended": mended}])
    return _with_better(result, most_telling(found.better, start, len(result.checks)), found.original, start)


def _is_still_named(item: Better, names: Sequence[str]) -> bool:
    return any(mistake.name in names for mistake in item.named)


def _mends_named(item: Better, names: Sequence[str]) -> bool:
    """Whether an edit mends the mistake that has a name, and not another one beside it."""
    return bool(names) and is_evidence(item) and not _is_still_named(item, names)


def _left(item: Better, names: Sequence[str]) -> tuple[Diagnosis, ...]:
    """Return the mistakes that are named after an edit, unless what is left may be of its own making."""
    return item.named if _mends_named(item, names) or not names else ()


def is_evidence(item: Better) -> bool:
    """Whether an edit is about a mistake that something else hides: it is like what undoes it, or of a telling kind."""
    return item.likeness >= LEAST_LIKENESS or known_kinds()[item.edit.kind].is_telling


def place_of_better(better: Sequence[Better], start: State) -> tuple[Span, Better] | tuple[None, None]:
    """Return the place of a named mistake beside which something else is wrong, if the best edits are near one another.

    Args:
        better: the edits after which more checks pass, the best first.
        start: what the search began with; the check that names the mistake has to pass.
    """
    telling = [item for item in better if start.telling in item.passed and is_evidence(item)]
    place = common_place([item.edit for item in telling if len(item.passed) == len(telling[0].passed)])
    return (place, telling[0]) if place else (None, None)


def most_telling(better: Sequence[Better], start: State, checks: int) -> tuple[Better, ...]:
    """Return the edits that make most checks pass, where no mistake has a name; nothing unless that says enough.

    Half of what failed has to pass, and the edits have to be in one line.

    Args:
        better: the edits after which more checks pass, the best first.
        start: what the search began with.
        checks: how many checks the exercise has.
    """
    failed = checks - len(start.verdict.passed)
    best = tuple(item for item in better if len(item.passed) == len(better[0].passed))
    gained = len(best[0].passed) - len(start.verdict.passed) if best else 0
    in_one_line = len({item.edit.place.lines for item in best}) == 1 and len(best[0].edit.place.lines) == 1
    return best if in_one_line and gained >= LEAST_GAINED and 2 * gained >= failed else ()


def _with_passing(
    result: ExerciseResult, names: Sequence[str], found: SearchResult, failing_line: int
) -> ExerciseResult:
    """Add the place of the only mistake: to its name, or what is proved there if it has none or lines far apart do.

    A name that only the text of an exception gave is about the line that fails. It is left out where the change is in
    another one, and says why it is needed.
    """
    edits, text = [step.edit for step in found.passing], Text(found.original)
    place = common_place(edits)
    proved = _proved(edits if place is None else edits[:1], found.original)
    is_elsewhere = not proved["line"] <= failing_line <= proved["end_line"]
    if names and is_elsewhere and "why" in proved and CRASH_SYMPTOMS.issuperset(map(_symptom, names)):
        result = _with_diagnosis(result, {}, frozenset(names))
    if _is_named(result) and place is not None:
        return _located(result, names, [place_json(text, marked(text, place))])
    cleared = result if _is_named(result) else _without_hints(result)
    return replace(cleared, repair={"mistakes": [proved]})


def _symptom(name: str) -> str:
    return load_mistakes()[name].symptom


def _with_better(result: ExerciseResult, best: Sequence[Better], text: str, start: State) -> ExerciseResult:
    """Add what is proved about one of several mistakes, none of which has a name."""
    if not best:
        return result
    return replace(result, repair={"mistakes": [_proved_of_some(result, best, text, start)]})


def _proved_of_some(result: ExerciseResult, best: Sequence[Better], text: str, start: State) -> Json:
    """Return what is proved where more checks pass after each of some edits, and which."""
    mended = best[0].passed - start.verdict.passed
    place = _proved([item.edit for item in best], text, len(mended))
    return place | {"more_checks": len(mended), "mended": _mended(result, best[0].passed)}


def _proved(edits: Sequence[Edit], text: str, more_checks: int = 0) -> Json:
    """Return what is proved where one of some edits makes checks pass: all of them, or so many more."""
    (place,) = claims_json(claims_of(SearchResult(passing=placed(edits), original=text)), text, more_checks)
    return place


def _with_two(
    result: ExerciseResult, found: SearchResult, first: Better, names: Sequence[str], start: State
) -> ExerciseResult:
    """Add what is proved about two mistakes: each with a check that shows it, the second one with its name."""
    claims = claims_json(claims_of(replace(found, passing=found.passing[:1])), found.original)
    claims[0]["sentence"] += f", {more_checks_pass(len(first.passed) - len(start.verdict.passed))}"
    shows = [_first_check(result, first.passed.__contains__), _first_check(result, lambda at: at not in first.passed)]
    added = [claim | {"check": result.checks[at].id} for claim, at in zip(claims, shows, strict=True)]
    added[0]["mended"] = _mended(result, first.passed)
    checks = list(_without_hints(result).checks)
    own = [item for check in checks for item in check.diagnosis if not item.get("vague")]
    left = _left(first, names)
    if len(own) == 1:
        texts = {True: (own[0]["text"], ""), False: ("", own[0]["text"] if _is_still_named(first, names) else "")}
        added = [claim | {"text": text} for claim, text in zip(added, texts[_mends_named(first, names)], strict=True)]
    if say_why(left):
        told = [*own, *(item.to_json() for item in left)]
        if len(own) == len(left) == 1:
            added = [claim | {"text": item["text"]} for claim, item in zip(added, told, strict=True)]
        own_told = told if checks[shows[1]].diagnosis else told[len(own) :]
        checks[shows[1]] = replace(checks[shows[1]], diagnosis=tuple(own_told))
    return replace(result, checks=tuple(checks), repair={"mistakes": added})


def _with_name_of_second(result: ExerciseResult, text: str, first: Better, start: State) -> ExerciseResult:
    """Add what is proved about one of two mistakes, and the name of the other beside its own, if it has one."""
    known = _proved_of_some(result, [first], text, start)
    telling = _first_check(result, lambda at: at not in first.passed)
    named = tuple(item.to_json() for item in first.named)
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


def _located(result: ExerciseResult, names: Sequence[str], places: Sequence[Json]) -> ExerciseResult:
    """Add the place of each named mistake to its entries."""
    located = _with_diagnosis(result, dict(zip(names, places, strict=True)), frozenset())
    return located if _is_named(result) else _without_leading_hints(located)


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
        added = {names[0]: place_json(Text(found.original), claims[0].place)}
    result = _with_diagnosis(result, added, refused)
    result = _without_hints(result) if claims and not _is_named(result) else result
    repair = {"mistakes": claims_json(claims, found.original), "candidates": found.tried, "complete": found.complete}
    return replace(result, repair=repair, repair_seconds=found.seconds)


def claims_json(claims: Sequence[Claim], original: str, more_checks: int = 0) -> list[Json]:
    """Return what is proved about each line, without the edit; `more_checks` pass if not all do."""
    return [
        place_json(Text(original), claim.place)
        | ({"why": why} if (why := why_of(claim)) else {})
        | {"sentence": printable(sentence), "kind": claim.kind, "elsewhere": other_lines_sentence(claim)}
        | {"other_lines": list(claim.other_lines), "edits": claim.count}
        for claim, sentence in zip(claims, claim_sentences(claims, more_checks), strict=True)
    ]
