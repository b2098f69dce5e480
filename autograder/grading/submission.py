"""Judging one (student, assignment): each exercise alone, and callers with a wrong callee taken out."""

import dataclasses
import re
from collections.abc import Mapping, Sequence

from autograder.checking.student_parameters import describe_parameters
from autograder.course import Assignment, Exercise, Visibility
from autograder.grading.budget import Budget
from autograder.grading.code_reading import CodeReading
from autograder.grading.cycles import drop_cycles
from autograder.grading.determinism import DeterminismGuard
from autograder.grading.exercise import Attempt, ExerciseGrader
from autograder.grading.scoring import AS_USUAL, load_error_note, missing_exercise, score_exercise
from autograder.grading.student_words import StudentWords
from autograder.grading.substitutes import substitute_source
from autograder.intake.submission import Submission
from autograder.results.model import Anomaly, ExerciseResult, GraderVersion, Result


def grade_submission(
    exercise_grader: ExerciseGrader,
    assignment: Assignment,
    submission: Submission,
    grader: GraderVersion,
    visibility: Visibility = AS_USUAL,
) -> Result:
    """The result of one submission; never raises for anything a student can do."""
    exercises, anomalies, notes = _graded(
        exercise_grader.at(submission.sizes, assignment.id), assignment, submission, visibility
    )
    return Result(
        submission.student,
        assignment.id,
        str(exercise_grader.fork_server.level),
        grader,
        submission.sha256,
        tuple(sorted(submission.sources)),
        (*submission.notes, *notes),
        tuple(exercises),
        _deduplicated(anomalies),
        submission.late,
        submission.attempts,
        submission.handed_in,
        submission.due,
    )


def _graded(
    exercise_grader: ExerciseGrader, assignment: Assignment, submission: Submission, visibility: Visibility
) -> tuple[list[ExerciseResult], list[Anomaly], list[str]]:
    """Every exercise's result, what happened meanwhile, and what is to be said about files."""
    exercises: list[ExerciseResult] = []
    anomalies: list[Anomaly] = []
    notes: list[str] = []
    budget = exercise_grader.budget()
    for file in assignment.files:
        own = assignment.of_file(file)
        if file not in submission.sources:
            why, refused = submission.why_missing(file), file in submission.refused
            exercises += [missing_exercise(exercise, why, refused=refused) for exercise in own]
            continue
        attempts = judge_file(exercise_grader, own, submission.sources, budget)
        for exercise in own:
            words = StudentWords(whole=visibility.show_all_words)
            result = score_exercise(exercise, attempts[exercise.name], visibility, words)
            exercises.append(_with_sizes(result, submission.sizes.get(result.name, {})))
            anomalies += words.anomalies(_anomalies(attempts[exercise.name]))
        notes.append(load_error_note(file, attempts[own[0].name][0]))
    return exercises, anomalies, [note for note in notes if note]


def _anomalies(attempts: Sequence[Attempt]) -> list[Anomaly]:
    """What is noticed of an exercise; of attempts with callees replaced, only of what kind it was, lateness aside."""
    found = [anomaly for attempt in attempts if not attempt.replaced for anomaly in attempt.anomalies]
    kinds = {"timeout", *(anomaly.kind for anomaly in found)}
    again = [
        (attempt, item)
        for attempt in attempts
        if attempt.replaced
        for item in attempt.anomalies
        if item.kind not in kinds
    ]
    evidence = "while it was judged with a correct definition in place of {}"
    more = [dataclasses.replace(item, evidence=evidence.format(", ".join(attempt.replaced))) for attempt, item in again]
    return [*found, *attempts[0].reflection, *dict.fromkeys(more)]


def _with_sizes(result: ExerciseResult, sizes: Mapping[str, int]) -> ExerciseResult:
    """What was asked of this student alone stands in the result, where there was anything to ask."""
    if not sizes or result.outcome in ("not attempted", "does not parse"):
        return result
    notes = (f"asked {describe_parameters(sizes)} too", result.note)
    return dataclasses.replace(result, note="; ".join(filter(None, notes)))


def _deduplicated(anomalies: Sequence[Anomaly]) -> tuple[Anomaly, ...]:
    """The same evidence once: what happens while a file is loaded happens to each of its exercises."""
    first: dict[tuple[str, str], Anomaly] = {}
    for anomaly in anomalies:
        first.setdefault((anomaly.kind, anomaly.evidence), anomaly)
    return tuple(first.values())


def judge_file(
    exercise_grader: ExerciseGrader,
    exercises: Sequence[Exercise],
    sources: dict[str, bytes],
    budget: Budget | None = None,
) -> dict[str, list[Attempt]]:
    """All attempts of each exercise of one file, the first one being that of the file as it is, if there is one.

    An exercise that comes after a wrong one is first tried with the wrong one replaced, if the code names it anywhere
    else; where that is not right, as it is: a attempt with callees replaced is published only as a whole
    (`score_exercise`). What failed before a later exercise turned out to be wrong is tried once more. Exercises that
    are made of one another are not replaced for one another.
    """
    file = exercises[0].file
    code = exercise_grader.code(sources, file)
    guard = DeterminismGuard(exercise_grader, sources, file, budget or exercise_grader.budget())
    attempts: dict[str, list[Attempt]] = {}
    wrong: dict[str, str] = {}
    for exercise in exercises:
        attempts[exercise.name] = _try(guard, exercise, wrong)
        own = attempts[exercise.name]
        if not any(attempt.right for attempt in own) and _callable(own):
            wrong |= _substitute(exercise, code)
    for exercise in exercises:
        replace = {name: source for name, source in wrong.items() if name != exercise.name}
        own = attempts[exercise.name]
        if not any(attempt.right or attempt.replaced == tuple(replace) for attempt in own) and _callable(own):
            own.append(guard.try_exercise(exercise, replace))
    return _without_reasons_of_callees(drop_cycles(guard, exercises, attempts))


def _without_reasons_of_callees(attempts: dict[str, list[Attempt]]) -> dict[str, list[Attempt]]:
    """What explains a wrong callee is said of the callee; of its caller, what else is wrong, if that is known."""
    return {name: [_with_own_reasons(own, again, attempts), *again] for name, (own, *again) in attempts.items()}


def _with_own_reasons(own: Attempt, again: Sequence[Attempt], attempts: Mapping[str, Sequence[Attempt]]) -> Attempt:
    callees = {name for attempt in again for name in attempt.replaced}
    of_callees = {reason.name for name in callees for reason in attempts[name][0].diagnosis}
    reasons = tuple(reason for reason in own.diagnosis if reason.name not in of_callees)
    return dataclasses.replace(own, diagnosis=reasons or own.diagnosis)


def _try(guard: DeterminismGuard, exercise: Exercise, wrong: dict[str, str]) -> list[Attempt]:
    first = guard.try_exercise(exercise, dict(wrong))
    if first.right or not wrong:
        return [first]
    return [guard.try_exercise(exercise, {}), first]


def _callable(attempts: Sequence[Attempt]) -> bool:
    """Whether there is anything that a replaced callee could mend: the file parses."""
    load_error = attempts[0].undefined_because
    return load_error is None or load_error.parses


def _substitute(exercise: Exercise, code: CodeReading) -> dict[str, str]:
    """A correct definition by its name, if anything in the submission may call it."""
    if not _named_elsewhere(exercise.name, code):
        return {}
    source = substitute_source(exercise)
    return {exercise.name: source} if source else {}


def _named_elsewhere(name: str, code: CodeReading) -> bool:
    """Whether the code, or a string, has a name anywhere but where it is defined, or may have it unseen."""
    use = re.compile(rf"(?<!\bdef )(?<!\bclass )\b{name}\b")
    return code.may_hide_words or any(map(use.search, code.texts))
