"""From attempts to points, outcomes and words."""

from collections.abc import Sequence
from dataclasses import replace

from autograder.checking.failures import CheckFailedError, not_run_failure
from autograder.checking.registry import checks_of
from autograder.checking.runner import Finding
from autograder.course import Exercise, Visibility
from autograder.grading.evidence import matrices
from autograder.grading.exercise import EXPLICABLE, Attempt, first_failure, was_refused
from autograder.grading.snippet import snippet
from autograder.grading.student_words import StudentWords
from autograder.results.model import CheckResult, ExerciseResult
from autograder.sandbox.guest.refusals import NAMES as REFUSALS
from autograder.sandbox.host.responses import LoadError
from autograder.sandbox.host.student_text import quoted, unmarked

# What goes wrong everywhere once the core is wrong; widths and overflow are what robustness checks hint at.
CASCADING_OUTCOMES = ("crashed", "wrong type", "wrong shape", "wrong values")
AS_USUAL = Visibility()
PROMISE = "this exercise is not graded, and a person will look at it"


def score_exercise(
    exercise: Exercise,
    attempts: Sequence[Attempt],
    visibility: Visibility = AS_USUAL,
    words: StudentWords | None = None,
) -> ExerciseResult:
    """What is published of an exercise: its own attempt, check by check, and of the others as little as is fair.

    In a attempt with a callee replaced the student's code can call the right callee, and let the ending of each check
    tell something about what it returns. So such a attempt is published as a whole. It says one of three things: all is
    right; the core is right; it changes nothing. Two would be fewer, but then a slip of robustness would cost a caller
    its core points wherever a callee of it is wrong. Partial points would be fairer to a caller that has a core mistake
    of its own beside a callee that crashes, but the sum of ten checks tells which of them passed; so that caller keeps
    what it earns as it is.

    `attempts` begins with that of the file as it is, which may be missing where one with callees replaced is right.
    `words` is the room for the student's own words; the usual one, where none is given.
    """
    shown, whole = attempts[0], _whole(attempts)
    findings = _refused_while_loading(_findings(shown, whole), shown, exercise.file)
    forbidden = shown.forbidden if whole is None else ""
    words = words or StudentWords(whole=visibility.show_all_words)
    if _not_attempted(findings):
        failure = _why_not_there(exercise.file, shown, findings)
        findings = [Finding(item.info, failure, {}) for item in findings]
    if not forbidden and (refusal := _refusal(findings)) is not None:
        return words.exercise(_ungraded(exercise, findings, refusal), None)
    first = first_failure(findings)
    checks = [_check_result(item, worth=not forbidden, hinted=not _follows(item, first)) for item in findings]
    if not shown.replaced:
        checks = _explained(checks, shown)
        pairs = zip(checks, findings, strict=True)
        checks = [_detailed(check, finding, exercise.file, visibility) for check, finding in pairs]
    named_after = next((check for check in checks if first is not None and check.id == first.info.id), None)
    if forbidden:
        checks.insert(0, _rule_result(exercise, forbidden))
    outcome, note = _outcome(findings, forbidden), _note(shown, whole)
    result = ExerciseResult(exercise.name, exercise.file, exercise.points, outcome, tuple(checks), note)
    return words.exercise(result, named_after)


def _whole(attempts: Sequence[Attempt]) -> Attempt | None:
    """A attempt with callees replaced that is right, or else one whose core is; None where neither is there."""
    again = [attempt for attempt in attempts if attempt.replaced]
    right = [attempt for attempt in again if attempt.right]
    return next(iter(right or [attempt for attempt in again if attempt.core_is_right]), None)


def _findings(shown: Attempt, whole: Attempt | None) -> list[Finding]:
    """How the checks ended as it is published; nothing of `whole` but that all, or all of the core, are right."""
    if whole is None:
        return list(shown.findings)
    return [
        replace(item, failure=None, counterexample={})
        if whole.right or item.info.level == "core"
        else _without_the_library(item, shown)
        for item in shown.findings
    ]


def _without_the_library(finding: Finding, attempt: Attempt) -> Finding:
    """What a program did with a forbidden library call is no evidence of robustness."""
    if not attempt.forbidden:
        return finding
    return Finding(finding.info, CheckFailedError("not allowed", quoted(attempt.forbidden)), {})


def _refused_while_loading(findings: list[Finding], attempt: Attempt, file: str) -> list[Finding]:
    """Where a name is missing because the sandbox refused the statement that makes it, that refusal is the reason."""
    if attempt.load_error is None or attempt.load_error.refused not in REFUSALS:
        return findings
    failure = not_run_failure(
        attempt.load_error.refused, f"{_place(file, attempt.load_error)}, while the file was loaded,"
    )
    missing = [item.failure is not None and " raised NameError" in unmarked(item.failure.message) for item in findings]
    return [replace(item, failure=failure) if gone else item for item, gone in zip(findings, missing, strict=True)]


def _refusal(findings: Sequence[Finding]) -> CheckFailedError | None:
    """Why an exercise cannot be graded; None where a core check failed all the same: a thread hides no wrong values."""
    core_failures = [item for item in findings if item.info.level == "core" and item.failure is not None]
    if not all(was_refused(item) for item in core_failures):
        return None
    return next((item.failure for item in findings if was_refused(item)), None)


def _ungraded(exercise: Exercise, findings: Sequence[Finding], refusal: CheckFailedError) -> ExerciseResult:
    """No score: what failed because of the sandbox says nothing about the rest, and a person decides."""
    checks = tuple(_check_result(item, worth=True, hinted=False) for item in findings)
    why = f"{refusal.message}; {PROMISE}"
    return ExerciseResult(exercise.name, exercise.file, exercise.points, "not run", checks, needs_person=why)


def missing_exercise(exercise: Exercise, why: str, *, refused: bool = False) -> ExerciseResult:
    """Every check of an exercise whose file is not there; one that came and was refused cannot be read, so to say."""
    failure = (
        CheckFailedError("does not parse", f"handed in, and refused: {why}")
        if refused
        else CheckFailedError("not submitted", why)
    )
    findings = [Finding(check.info, failure, {}) for check in checks_of(exercise.assignment)[exercise.name]]
    checks = tuple(_check_result(finding, worth=True) for finding in findings)
    return ExerciseResult(exercise.name, exercise.file, exercise.points, failure.outcome, checks)


def _not_attempted(findings: Sequence[Finding]) -> bool:
    """Whether the exercise is still the stub: something is not attempted, and no core check passes."""
    outcomes = [finding.outcome for finding in findings if finding.info.level == "core"]
    return "not attempted" in outcomes and "right" not in outcomes


def _why_not_there(file: str, attempt: Attempt, findings: Sequence[Finding]) -> CheckFailedError:
    """A stub, or a definition that could not be made because the file does not load."""
    load_error = attempt.undefined_because
    if load_error and any(
        finding.failure and finding.failure.message.endswith("is not defined") for finding in findings
    ):
        place = _place(file, load_error)
        if not load_error.parses:
            text = f"{place}: {load_error.text or 'cannot be read as Python'}: {load_error.code}"
            return CheckFailedError("does not parse", text.rstrip(": "))
        if load_error.refused in REFUSALS:
            return not_run_failure(load_error.refused, f"{place}, while the file was loaded,")
        return CheckFailedError("crashed", f"{place}: {load_error.type} while the file was loaded: {load_error.text}")
    return CheckFailedError("not attempted", "nothing is written here yet")


def load_error_note(file: str, attempt: Attempt) -> str:
    """What kept a file from being run to its end, where its exercises were judged all the same; else nothing."""
    if attempt.load_crash and not attempt.budget_limited:
        told = f"{file}: {attempt.load_crash}"
    elif attempt.load_error and attempt.load_error.parses:  # without its text, which may differ from run to run
        told = f"{_place(file, attempt.load_error)} ({attempt.load_error.code}): {attempt.load_error.type}"
    else:
        return ""
    return StudentWords().sentence(f"{told} while the file was loaded; its exercises were judged all the same")


def _place(file: str, load_error: LoadError) -> str:
    return f"{load_error.file or file}, line {load_error.line}" if load_error.line else file


def _follows(finding: Finding, first: Finding | None) -> bool:
    """Whether a robustness check fails as the core did: most likely for that reason, so that its own hint is untrue."""
    if first is None or first.info.level != "core" or finding.info.level != "robustness":
        return False
    return finding.outcome == first.outcome and finding.outcome in CASCADING_OUTCOMES


def _check_result(finding: Finding, *, worth: bool, hinted: bool = True) -> CheckResult:
    info, failure = finding.info, finding.failure
    score = info.points if failure is None and worth else 0.0
    hinted = hinted and finding.outcome != "not run"
    words = (failure.message, info.hint if hinted else "") if failure else ("", "")
    return CheckResult(
        info.id, info.title, info.level, score, info.points, finding.outcome, *words, (), finding.counterexample
    )


def _explained(checks: list[CheckResult], attempt: Attempt) -> list[CheckResult]:
    """The diagnosis is given at the first failed core check."""
    reasons = attempt.diagnosis
    place = next((n for n, check in enumerate(checks) if check.level == "core" and check.outcome in EXPLICABLE), None)
    if reasons and place is not None:
        found = tuple(reason.to_json() for reason in reasons)
        checks[place] = replace(checks[place], diagnosis=found, hint=reasons[0].hint)
    return checks


def _detailed(check: CheckResult, finding: Finding, file: str, visibility: Visibility) -> CheckResult:
    """With what a student may see of the evidence."""
    failure = finding.failure
    if failure is None:
        return check
    if not visibility.show_example:
        return replace(check, evidence=matrices(failure, visibility), counterexample={})
    code = snippet(failure.request, file) if failure.request else ""
    return replace(check, evidence=matrices(failure, visibility), snippet=code)


def _rule_result(exercise: Exercise, broken: str) -> CheckResult:
    sentence = exercise.forbidden.sentence if exercise.forbidden else ""
    text = f"{quoted(broken)}; {sentence}"
    return CheckResult(
        f"{exercise.name}.from_scratch",
        "built from scratch",
        "core",
        0.0,
        0.0,
        "not allowed",
        text,
        "Which steps does the library call take? Write them out.",
    )


def _outcome(findings: Sequence[Finding], forbidden: str) -> str:
    if forbidden:
        return "not allowed"
    failed = first_failure(findings)
    return failed.outcome if failed else "right"


def _note(shown: Attempt, whole: Attempt | None) -> str:
    if shown.cycle and (whole is None or not whole.right) and not shown.right:
        return f"{' and '.join(shown.cycle)} call one another, so neither is judged with the other one replaced"
    if whole is None or shown is whole:
        return ""
    told = f"judged with {', '.join(whole.replaced)} replaced by a correct definition, because a mistake costs once"
    return told if whole.right else f"{told}; this counts for all of the core, and only for the core"
