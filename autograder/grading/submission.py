"""Grades a submission: right exercises together, the others alone, and callers of those with a substitute for them."""

import dataclasses
import math
import re
from collections.abc import Callable, Mapping, Sequence

from autograder.checking.student_parameters import describe_parameters
from autograder.course import Assignment, Exercise, Visibility
from autograder.grading.budget import Budget
from autograder.grading.code_reading import CodeReading
from autograder.grading.cycles import drop_cycles
from autograder.grading.determinism import DeterminismGuard
from autograder.grading.exercise import Attempt, ExerciseGrader
from autograder.grading.scoring import AS_USUAL, load_error_note, missing_exercise, score_exercise
from autograder.grading.student_words import StudentWords
from autograder.grading.substitutes import allowed_for, substitute_source
from autograder.intake.submission import Submission
from autograder.results.model import Anomaly, ExerciseResult, GraderVersion, Result

Observer = Callable[[Sequence[Attempt], ExerciseResult], None]  # is told how each exercise was judged


def grade_submission(
    exercise_grader: ExerciseGrader,
    assignment: Assignment,
    submission: Submission,
    version: GraderVersion,
    visibility: Visibility = AS_USUAL,
    *,
    observe: Observer | None = None,
    patience: float = math.inf,
) -> Result:
    """Grade a submission.

    Args:
        exercise_grader: grades its exercises.
        assignment: the assignment.
        submission: what a student handed in; nothing in it makes this function raise.
        version: the versions that the result names.
        visibility: what the result shows to students.
        observe: is called with the attempts at each exercise and their result.
        patience: how many seconds it may use before others come first.

    Raises:
        PostponedError: it has used them; nothing of what was found counts.
        SandboxError: the sandbox was lost.
    """
    exercise_grader = exercise_grader.with_sizes(submission.sizes, assignment.id)
    budget = exercise_grader.budget(patience)
    parts = _grade_exercises(exercise_grader, assignment, submission, visibility, observe, budget=budget)
    exercises, anomalies, notes = parts
    return Result(
        submission.student,
        assignment.id,
        str(exercise_grader.fork_server.level),
        version,
        submission.sha256,
        tuple(sorted(submission.sources)),
        (*submission.notes, *notes),
        tuple(exercises),
        _deduplicated(anomalies),
        submission.late,
        submission.attempts,
        submission.handed_in,
        submission.due,
        submission.received,
        submission.unreadable,
    )


def _grade_exercises(
    exercise_grader: ExerciseGrader,
    assignment: Assignment,
    submission: Submission,
    visibility: Visibility,
    observe: Observer | None,
    *,
    budget: Budget,
) -> tuple[list[ExerciseResult], list[Anomaly], list[str]]:
    """Return the result of each exercise, the anomalies, and notes about files."""
    exercises: list[ExerciseResult] = []
    anomalies: list[Anomaly] = []
    notes: list[str] = []
    sources = dict(submission.sources)  # they may be on disk
    for file in assignment.files:
        own = assignment.of_file(file)
        if file not in sources:
            why, refused = submission.why_missing(file), file in submission.refused
            exercises += [missing_exercise(exercise, why, refused=refused) for exercise in own]
            continue
        attempts = grade_file(exercise_grader, own, sources, budget)
        for exercise in own:
            words = StudentWords(whole=visibility.show_all_words)
            result = score_exercise(exercise, attempts[exercise.name], visibility, words, exercise_grader.rubric)
            if observe is not None:
                observe(attempts[exercise.name], result)
            exercises.append(_with_sizes(result, submission.sizes.get(result.name, {})))
            anomalies += words.anomalies(_anomalies(attempts[exercise.name]))
        notes.append(load_error_note(file, attempts[own[0].name][0]))
    return exercises, anomalies, [note for note in notes if note]


def _anomalies(attempts: Sequence[Attempt]) -> list[Anomaly]:
    """Return the anomalies of an exercise.

    Attempts with substitutes add only kinds that the student's own attempts do not have, and no timeouts; the evidence
    is then a sentence of ours.
    """
    own = [anomaly for attempt in attempts if not attempt.replaced for anomaly in attempt.anomalies]
    kinds = {"timeout", *(anomaly.kind for anomaly in own)}
    others = [(attempt, item) for attempt in attempts if attempt.replaced for item in attempt.anomalies]
    evidence = "while it was judged with a correct definition in place of {}"
    more = [
        dataclasses.replace(item, evidence=evidence.format(", ".join(attempt.replaced)))
        for attempt, item in others
        if item.kind not in kinds
    ]
    return [*own, *attempts[0].reflection, *dict.fromkeys(more)]


def _with_sizes(result: ExerciseResult, sizes: Mapping[str, int]) -> ExerciseResult:
    """Add the student's own sizes to the note, unless there is no code that they were tried on."""
    if not sizes or result.outcome in ("not attempted", "does not parse"):
        return result
    notes = (f"asked {describe_parameters(sizes)} too", result.note)
    trials = tuple(_with_sizes(item, sizes) for item in result.trials)
    return dataclasses.replace(result, note="; ".join(filter(None, notes)), trials=trials)


def _deduplicated(anomalies: Sequence[Anomaly]) -> tuple[Anomaly, ...]:
    """Keep equal evidence once: what happens while a file is loaded happens in each of its exercises."""
    first: dict[tuple[str, str], Anomaly] = {}
    for anomaly in anomalies:
        first.setdefault((anomaly.kind, anomaly.evidence), anomaly)
    return tuple(first.values())


def grade_file(
    exercise_grader: ExerciseGrader,
    exercises: Sequence[Exercise],
    sources: dict[str, bytes],
    budget: Budget | None = None,
) -> dict[str, list[Attempt]]:
    """Grade the exercises of one file; return the attempts of each, by name.

    All of them are tried in one worker first, and what is right there counts (`together.py`). The others are tried
    alone.

    An exercise after a wrong one is tried with a substitute for the wrong one, if the code may use it elsewhere and the
    substitute does not use the exercise. If that attempt is not right, the unchanged file is tried as well: the better
    of the two counts, as a whole (`score_exercise`). Exercises that call one another get no substitutes for one
    another. In the list of attempts, the one with the unchanged file comes first, whenever it was made.

    Args:
        exercise_grader: grades single exercises.
        exercises: the exercises of the file, in order.
        sources: the submitted files by name.
        budget: the time of the submission; by default all of it.
    """
    file = exercises[0].file
    code = exercise_grader.code(sources, file)
    guard = DeterminismGuard(exercise_grader, sources, file, budget or exercise_grader.budget())
    together, alarms = guard.try_together(exercises)
    attempts = {name: [attempt] for name, attempt in together.items()}
    wrong: dict[str, str] = {}
    for exercise in (item for item in exercises if item.name not in together):
        attempts[exercise.name] = _try(guard, exercise, allowed_for(exercise, wrong, exercises))
        own = attempts[exercise.name]
        if not any(attempt.right for attempt in own) and _parses(own):
            asked = any(exercise.name in exercise_grader.names_used(other) for other in exercises)
            wrong |= _substitute(exercise, code, asked=asked)
    attempts = drop_cycles(guard, exercises, attempts)
    for exercise in exercises:
        attempts[exercise.name][0] = guard.with_kept_state(exercise, attempts[exercise.name][0])
    for alarm in alarms:
        first, *others = attempts[alarm.exercise]
        attempts[alarm.exercise] = [dataclasses.replace(first, reflection=(*first.reflection, alarm)), *others]
    return _without_reasons_of_callees(attempts)


def _without_reasons_of_callees(attempts: dict[str, list[Attempt]]) -> dict[str, list[Attempt]]:
    """Remove from the diagnosis of a caller the mistakes of its callees, unless nothing else would be left."""
    return {name: [_with_own_reasons(first, others, attempts), *others] for name, (first, *others) in attempts.items()}


def _with_own_reasons(first: Attempt, others: Sequence[Attempt], attempts: Mapping[str, Sequence[Attempt]]) -> Attempt:
    callees = {name for attempt in others for name in attempt.replaced}
    of_callees = {reason.name for name in callees for reason in attempts[name][0].diagnosis}
    reasons = tuple(reason for reason in first.diagnosis if reason.name not in of_callees)
    return dataclasses.replace(first, diagnosis=reasons or first.diagnosis)


def _try(guard: DeterminismGuard, exercise: Exercise, replace: dict[str, str]) -> list[Attempt]:
    first = guard.try_exercise(exercise, replace)
    if first.right or not replace:
        return [first]
    return [guard.try_exercise(exercise, {}), first]


def _parses(attempts: Sequence[Attempt]) -> bool:
    """Whether substitutes for callees could help: the file parses, at least in parts."""
    load_failure = attempts[0].load_failure
    return load_failure is None or load_failure.parses


def _substitute(exercise: Exercise, code: CodeReading, *, asked: bool) -> dict[str, str]:
    """The substitute for an exercise, by its name, if checks of others use it, or anything in the submission may."""
    if not asked and not _named_elsewhere(exercise.name, code):
        return {}
    source = substitute_source(exercise)
    return {exercise.name: source} if source else {}


def _named_elsewhere(name: str, code: CodeReading) -> bool:
    """Whether the code or a string has a name anywhere but in its definition, or may hide it."""
    use = re.compile(rf"(?<!\bdef )(?<!\bclass )\b{name}\b")
    return code.may_hide_words or any(map(use.search, code.texts))
