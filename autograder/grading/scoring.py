"""Makes the result of an exercise from its attempts: points, outcomes and messages."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

import msgspec

from autograder.checking.failures import CheckFailedError, not_run_failure
from autograder.checking.registry import checks_of
from autograder.checking.runner import Finding
from autograder.checking.shown_examples import expected_number, is_by_hand
from autograder.course import Exercise, Visibility
from autograder.course.model import Rubric
from autograder.grading.exercise import EXPLICABLE, Attempt, first_failure, was_refused
from autograder.grading.matrices import matrices
from autograder.grading.prices import priced
from autograder.grading.snippet import snippet
from autograder.grading.student_words import StudentWords
from autograder.results.failure import REFUSED_FILE, UNDEFINED, Failure, SurfacedError
from autograder.results.model import CheckResult, ExerciseResult
from autograder.sandbox.guest.exceptions import is_refusal
from autograder.sandbox.host.student_text import quoted
from autograder.sandbox.host.target import LoadFailure
from autograder.wording import EARLIER_CALLS

# Outcomes of robustness checks that a core mistake often causes; dtypes and overflow are usually mistakes of their own.
CASCADING_OUTCOMES = ("crashed", "wrong type", "wrong shape", "wrong values")
AS_USUAL = Visibility()
NO_RUBRIC = Rubric()
PROMISE = "this exercise is not graded, and a person will look at it"


def score_exercise(
    exercise: Exercise,
    attempts: Sequence[Attempt],
    visibility: Visibility = AS_USUAL,
    words: StudentWords | None = None,
    rubric: Rubric = NO_RUBRIC,
) -> ExerciseResult:
    """Return the result of an exercise: that of its unchanged file, or of its trial with right callees if it is better.

    In an attempt with substitutes the student's code can call a correct callee, and encode what it returns in the
    outcomes of the checks. So of such an attempt that is not right, only the points of each check and the mistakes that
    have a name are published. Where attempts are many (`substituted = "whole"`), that is too much: there it says one of
    three things: all checks pass; the core passes; nothing changes. The second is needed because otherwise a failed
    robustness check would cost a caller its core points whenever one of its callees is wrong.

    Args:
        exercise: the exercise.
        attempts: its attempts. The first one is that of the unchanged file, unless one with substitutes is right.
        visibility: what the result shows to students.
        words: limits the text that the submission produced; by default as usual.
        rubric: what named mistakes cost; by default what their checks are worth.
    """
    words = words or StudentWords(whole=visibility.show_all_words)
    whole = _whole(attempts, right_only=visibility.substituted == "points")
    result = _own_result(exercise, attempts[0], whole, visibility, words)
    if whole is None and visibility.substituted != "whole":
        others = [item for item in attempts[1:] if _is_tried_otherwise(item, attempts[0])]
        trials = (result, *(_points_of(exercise, item) for item in others)) if others else ()
        result = replace(result, trials=trials)
    return priced(result, rubric, exercise.points, {})


def _own_result(
    exercise: Exercise, own: Attempt, whole: Attempt | None, visibility: Visibility, words: StudentWords
) -> ExerciseResult:
    findings = _published_findings(exercise.file, own, whole)
    forbidden = own.forbidden if whole is None else ""
    if not forbidden and (refusal := _refusal(findings)) is not None:
        return words.exercise(_ungraded(exercise, findings, refusal), None)
    first = first_failure(findings)
    checks = _check_results(findings, first, worth=not forbidden)
    if not own.replaced:
        checks = _with_details(checks, findings, own, exercise.file, visibility)
    named_after = next((check for check in checks if first is not None and check.id == first.info.id), None)
    if forbidden:
        checks.insert(0, _rule_result(exercise, forbidden))
    outcome, note = _outcome(findings, forbidden), _note(own, whole)
    result = ExerciseResult(
        exercise.name,
        exercise.file,
        exercise.points,
        outcome,
        tuple(checks),
        note,
        matches=own.matches if whole is None and not own.replaced and not own.anomalies else (),
        traits=own.traits if whole is None and visibility.show_example else (),
    )
    return words.exercise(result, named_after)


def _points_of(exercise: Exercise, attempt: Attempt) -> ExerciseResult:
    """Return the result of an attempt with substitutes: the points of its checks, and the names of its mistakes."""
    why = f"not right, judged with {', '.join(attempt.replaced)} replaced by a correct definition"
    failure = CheckFailedError("wrong values", why)
    findings = [item if item.failure is None else Finding(item.info, failure, {}) for item in attempt.findings]
    checks = [_check_result(replace(item, counterexample={}, note=""), worth=True, hinted=False) for item in findings]
    place = next((at for at, check in enumerate(checks) if check.level == "core" and check.outcome != "right"), None)
    named = tuple(item.to_json() for item in attempt.diagnosis if not item.vague)
    if place is not None and named:
        checks[place] = replace(checks[place], diagnosis=named)
    if attempt.forbidden or _refusal(attempt.findings) is not None:
        checks = [replace(check, score=0.0) for check in checks]
    matches = () if attempt.forbidden or attempt.anomalies else attempt.matches
    note = f"{_judged_with(attempt)}; the trial with it counts because it is better, and shows points only"
    points = exercise.points
    return ExerciseResult(exercise.name, exercise.file, points, "wrong values", tuple(checks), note, matches=matches)


def _is_tried_otherwise(attempt: Attempt, own: Attempt) -> bool:
    """Whether an attempt was made with substitutes; one that uses none of them was not made again."""
    return bool(attempt.replaced) and (attempt is own or attempt.findings is not own.findings)


def _whole(attempts: Sequence[Attempt], *, right_only: bool) -> Attempt | None:
    """Return an attempt with substitutes that is right, or else one whose core is right; None if there is neither."""
    others = [item for item in attempts if _is_tried_otherwise(item, attempts[0])]
    right = [attempt for attempt in others if attempt.right]
    return next(iter(right or [attempt for attempt in others if attempt.core_is_right and not right_only]), None)


def _published_findings(file: str, own: Attempt, whole: Attempt | None) -> list[Finding]:
    """Return how the checks ended, as it is published; all of them as not attempted if nothing is written."""
    findings = _refused_while_loading(_combined_findings(own, whole), own, file)
    if not _not_attempted(findings):
        return findings
    failure = _why_not_attempted(file, own, findings)
    return [Finding(item.info, failure, {}) for item in findings]


def _combined_findings(own: Attempt, whole: Attempt | None) -> list[Finding]:
    """Return the findings of `own`; of `whole` only that all checks, or all of the core, are right."""
    if whole is None:
        return list(own.findings)
    return [
        replace(item, failure=None, counterexample={}, note="")
        if whole.right or item.info.level == "core"
        else _without_the_library(item, own)
        for item in own.findings
    ]


def _without_the_library(finding: Finding, attempt: Attempt) -> Finding:
    """Fail a robustness check if a forbidden library call may be the reason why it passed."""
    if not attempt.forbidden:
        return finding
    return Finding(finding.info, CheckFailedError("not allowed", quoted(attempt.forbidden)), {})


def _refused_while_loading(findings: list[Finding], attempt: Attempt, file: str) -> list[Finding]:
    """Replace NameErrors by the reason, if the sandbox refused a statement while the file was loaded."""
    stop = attempt.load_failure
    if stop is None or not is_refusal(stop.refused):
        return findings
    failure = _refused_to_load(file, stop)
    return [replace(item, failure=failure) if _follows(item, stop) else item for item in findings]


def _follows(finding: Finding, stop: LoadFailure) -> bool:
    """Whether a check failed for a name that is not there because the sandbox refused a statement."""
    if finding.failure is None:
        return False
    error = finding.failure.record.exception
    return finding.failure.refused == stop.refused or (error is not None and error.type == "NameError")


def _refusal(findings: Sequence[Finding]) -> CheckFailedError | None:
    """Return why an exercise cannot be graded; None if it can, or if a core check failed for another reason."""
    core_failures = [item for item in findings if item.info.level == "core" and item.failure is not None]
    if not all(was_refused(item) for item in core_failures):
        return None
    return next((item.failure for item in findings if was_refused(item)), None)


def _ungraded(exercise: Exercise, findings: Sequence[Finding], refusal: CheckFailedError) -> ExerciseResult:
    """Return a result without a score: what the sandbox refused may be right, so a person decides."""
    checks = tuple(_check_result(item, worth=True, hinted=False) for item in findings)
    why = f"{refusal.message}; {PROMISE}"
    return ExerciseResult(exercise.name, exercise.file, exercise.points, "not run", checks, needs_person=why)


def missing_exercise(exercise: Exercise, why: str, *, refused: bool = False) -> ExerciseResult:
    """Return the result of an exercise whose file is missing; a file that was refused counts as unparsable.

    Args:
        exercise: the exercise.
        why: why the file is missing, in words.
        refused: whether the file was submitted and refused.
    """
    failure = (
        CheckFailedError("does not parse", "handed in, and refused: ", record=Failure(REFUSED_FILE, remark=why))
        if refused
        else CheckFailedError("not submitted", why)
    )
    findings = [Finding(check.info, failure, {}) for check in checks_of(exercise.assignment)[exercise.name]]
    checks = tuple(_check_result(finding, worth=True) for finding in findings)
    return ExerciseResult(exercise.name, exercise.file, exercise.points, failure.outcome, checks)


def _not_attempted(findings: Sequence[Finding]) -> bool:
    """Whether the exercise is still a stub: a core check is not attempted, and none passes."""
    outcomes = [finding.outcome for finding in findings if finding.info.level == "core"]
    return "not attempted" in outcomes and "right" not in outcomes


def _why_not_attempted(file: str, attempt: Attempt, findings: Sequence[Finding]) -> CheckFailedError:
    """Return the failure of a stub, or of a definition that is missing because the file does not load."""
    load_failure = attempt.undefined_because
    if load_failure and any(item.failure and item.failure.record.kind == UNDEFINED for item in findings):
        place = _place(file, load_failure)
        if is_refusal(load_failure.refused):
            return _refused_to_load(file, load_failure)
        record = Failure(exception=_stopped_at(file, load_failure))
        if not load_failure.parses:
            text = f"{place}: {load_failure.text or 'cannot be read as Python'}: {load_failure.code}"
            return CheckFailedError("does not parse", text.rstrip(": "), record=record)
        text = f"{place}: {load_failure.type} while the file was loaded: {load_failure.text}"
        return CheckFailedError("crashed", text, record=record)
    return CheckFailedError("not attempted", "nothing is written here yet")


def _refused_to_load(file: str, stop: LoadFailure) -> CheckFailedError:
    """The sandbox refused a statement while the file was loaded."""
    failure = not_run_failure(stop.refused, f"{_place(file, stop)}, while the file was loaded,")
    failure.record = msgspec.structs.replace(failure.record, exception=_stopped_at(file, stop))
    return failure


def _stopped_at(file: str, stop: LoadFailure) -> SurfacedError:
    return SurfacedError(file=stop.file or file, line=stop.line)


def load_error_note(file: str, attempt: Attempt) -> str:
    """Return the note on a file whose loading stopped early although its exercises were graded; else empty."""
    if attempt.load_crash and not attempt.budget_limited:
        problem = f"{file}: {attempt.load_crash}"
    elif attempt.load_failure and attempt.load_failure.parses:  # without its text, which may be nondeterministic
        problem = f"{_place(file, attempt.load_failure)} ({attempt.load_failure.code}): {attempt.load_failure.type}"
    else:
        return ""
    return StudentWords().sentence(f"{problem} while the file was loaded; its exercises were judged all the same")


def _place(file: str, load_failure: LoadFailure) -> str:
    return f"{load_failure.file or file}, line {load_failure.line}" if load_failure.line else file


def _caused_by_core(finding: Finding, first: Finding | None) -> bool:
    """Whether a robustness check fails like the core, so probably for the same reason; its own hint would mislead."""
    if first is None or first.info.level != "core" or finding.info.level != "robustness":
        return False
    return finding.outcome == first.outcome and finding.outcome in CASCADING_OUTCOMES


def _check_results(findings: Sequence[Finding], first: Finding | None, *, worth: bool) -> list[CheckResult]:
    return [_check_result(item, worth=worth, hinted=not _caused_by_core(item, first)) for item in findings]


def _check_result(finding: Finding, *, worth: bool, hinted: bool = True) -> CheckResult:
    info, failure = finding.info, finding.failure
    score = info.points if failure is None and worth else 0.0
    words = (failure.message, info.hint if hinted and _is_hinted(info.level, failure) else "") if failure else ("", "")
    return CheckResult(
        info.id,
        info.title,
        info.level,
        score,
        info.points,
        finding.outcome,
        *words,
        counterexample=finding.counterexample,
        note=finding.note,
        explanation=failure.explanation if failure else "",
        failure=failure.record if failure else None,
    )


def _is_hinted(level: str, failure: CheckFailedError) -> bool:
    """Whether the hint of a check was written for the way in which it failed.

    That of a core check is about what is computed, and would lead away from an exception or a dtype.
    """
    if failure.outcome == "not run" or failure.tells_itself:
        return False
    return level != "core" or failure.outcome not in ("crashed", "wrong dtype")


def _with_details(
    checks: list[CheckResult], findings: Sequence[Finding], own: Attempt, file: str, visibility: Visibility
) -> list[CheckResult]:
    """Add the diagnosis, and to each check its evidence; no code that repeats a call that is right by itself."""
    pairs = zip(_with_diagnosis(checks, own), findings, strict=True)
    detailed = [_with_evidence(check, finding, file, visibility) for check, finding in pairs]
    return [replace(check, snippet="") for check in detailed] if EARLIER_CALLS in own.traits else detailed


def _with_diagnosis(checks: list[CheckResult], own: Attempt) -> list[CheckResult]:
    """Add the diagnosis to the first failed core check.

    What fails in the same way probably fails for the same reason: its own hint, about something else, would mislead.
    So would all hints where the mistakes of a rubric explain every answer, and those of several checks that found the
    same. A named mistake has the hint that was written for it, or none.
    """
    reasons = own.diagnosis
    place = next((n for n, check in enumerate(checks) if check.level == "core" and check.outcome in EXPLICABLE), None)
    if not reasons or place is None:
        return _hinted_once(checks)
    hint = checks[place].hint if reasons[0].vague else reasons[0].shown_hint
    explained = replace(checks[place], diagnosis=tuple(item.to_json() for item in reasons), hint=hint)
    others = [item.id for item in checks if item.outcome != explained.outcome]
    unexplained = own.matches[0].beside if own.matches else others
    hinted = [check if check.id in unexplained else replace(check, hint="") for check in checks]
    told = _without_hints(hinted, [at for at in range(len(checks)) if _is_repeated(checks, at, range(len(checks)))])
    return [*told[:place], explained, *told[place + 1 :]]


def _hinted_once(checks: list[CheckResult]) -> list[CheckResult]:
    """Leave out the hints of checks that found the same as an earlier one: they are about what did not happen."""
    return _without_hints(checks, [at for at in range(len(checks)) if _is_repeated(checks, at, range(at))])


def _without_hints(checks: Sequence[CheckResult], places: Collection[int]) -> list[CheckResult]:
    return [replace(check, hint="") if at in places else check for at, check in enumerate(checks)]


def _is_repeated(checks: Sequence[CheckResult], place: int, others: Iterable[int]) -> bool:
    """Whether a check found the same as one at the other places; how many values are wrong is no finding here."""
    check = checks[place]
    if check.failure is None or check.failure.only_counts:
        return False
    alike = [checks[at] for at in others if at != place and checks[at].outcome == check.outcome]
    return any(item.failure is not None and item.failure.finding == check.failure.finding for item in alike)


def _with_evidence(check: CheckResult, finding: Finding, file: str, visibility: Visibility) -> CheckResult:
    """Add what a student may see of the evidence: matrices, the example, and code that repeats the call.

    Expected numbers are no secret where the text or a source prints them, or a small example can be worked out by hand.
    """
    failure = finding.failure
    if failure is None:
        return check
    if not visibility.show_example:
        check = replace(check, counterexample={}, note="")
    if finding.info.is_printed or ((check.counterexample or check.note) and is_by_hand(failure)):
        visibility = replace(visibility, show_expected=True)
    if visibility.show_expected and failure.asserted:
        check = check.with_remark(f": {quoted(failure.asserted)}")
    if not visibility.show_example:
        return replace(check, evidence=matrices(failure, visibility))
    code = snippet(failure.request, file) if failure.request else ""
    if finding.counterexample or finding.note:
        check = check.with_remark(expected_number(failure))
    return replace(check, evidence=matrices(failure, visibility), snippet=code)


def _rule_result(exercise: Exercise, broken: str) -> CheckResult:
    sentence = exercise.forbidden.sentence if exercise.forbidden else ""
    failure = CheckFailedError("not allowed", f"{quoted(broken)}; {sentence}")
    return CheckResult(
        f"{exercise.name}.from_scratch",
        "built from scratch",
        "core",
        0.0,
        0.0,
        failure.outcome,
        failure.message,
        "Which steps does the library call take? Write them out.",
        failure=failure.record,
    )


def _outcome(findings: Sequence[Finding], forbidden: str) -> str:
    if forbidden:
        return "not allowed"
    failed = first_failure(findings)
    return failed.outcome if failed else "right"


def _note(own: Attempt, whole: Attempt | None) -> str:
    if own.cycle and (whole is None or not whole.right) and not own.right:
        return f"{' and '.join(own.cycle)} call one another, so neither is judged with the other one replaced"
    if whole is None or (own is whole and not whole.used):
        return ""
    text = _judged_with(whole)
    return text if whole.right else f"{text}; this counts for all of the core, and only for the core"


def _judged_with(attempt: Attempt) -> str:
    names = ", ".join(attempt.used or attempt.replaced)
    return f"judged with {names} replaced by a correct definition, because a mistake costs once"
