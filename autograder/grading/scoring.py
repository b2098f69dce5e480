"""From trials to points, outcomes and words."""

from collections.abc import Sequence
from dataclasses import replace

from autograder.checks.catalogue import checks_of
from autograder.checks.run import Finding
from autograder.checks.verdict import Verdict
from autograder.course import Exercise, Visibility
from autograder.grading.exercise import EVIDENCE, EXPLICABLE, Trial, first_failure
from autograder.grading.matrices import matrices
from autograder.grading.snippet import snippet
from autograder.intake.names import printable
from autograder.results.model import CheckResult, ExerciseResult
from autograder.sandbox.told import Failure

RULE = {
    "softmax": "the exercise is to build softmax itself",
    "attention": "the exercise is to build attention itself",
    "mask": "the exercise is to build the mask itself",
    "optimiser": "the exercise is to write the update itself",
}
# What goes wrong everywhere once the core is wrong; widths and overflow are what robustness checks hint at.
CONTAGIOUS = ("crashed", "wrong type", "wrong shape", "wrong values")
AS_USUAL = Visibility()


def score_exercise(exercise: Exercise, trials: Sequence[Trial], visibility: Visibility = AS_USUAL) -> ExerciseResult:
    """A check counts as passed when it passes in one of the trials; what is told comes from the file as it is."""
    shown, best = trials[0], max(trials, key=lambda trial: trial.points)
    findings = [
        _merge(shown_one, best_one, best) for shown_one, best_one in zip(shown.findings, best.findings, strict=True)
    ]
    forbidden = best.forbidden
    if _not_attempted(findings):
        verdict = _why_not_there(exercise.file, shown, findings)
        findings = [Finding(item.info, verdict, {}) for item in findings]
    first = first_failure(findings)
    checks = [_check_result(item, worth=not forbidden, hinted=not _follows(item, first)) for item in findings]
    checks = _explained(checks, trials)
    if not shown.replaced:
        pairs = zip(checks, findings, strict=True)
        checks = [_detailed(check, finding, exercise.file, visibility) for check, finding in pairs]
    if forbidden:
        checks.insert(0, _rule_result(exercise, forbidden))
    return ExerciseResult(
        exercise.name, exercise.file, exercise.points, _outcome(findings, forbidden), tuple(checks), _note(best, shown)
    )


def absent(exercise: Exercise, why: str, *, refused: bool = False) -> ExerciseResult:
    """Every check of an exercise whose file is not there; one that came and was refused cannot be read, so to say."""
    verdict = Verdict("does not parse", f"handed in, and refused: {why}") if refused else Verdict("not submitted", why)
    findings = [Finding(check.info, verdict, {}) for check in checks_of(exercise.assignment)[exercise.name]]
    checks = tuple(_check_result(finding, worth=True) for finding in findings)
    return ExerciseResult(exercise.name, exercise.file, exercise.points, verdict.outcome, checks)


def _merge(shown: Finding, best: Finding, trial: Trial) -> Finding:
    """Words of a worker that held a replaced callee are never shown."""
    if best.verdict is None or shown.verdict is None or not trial.replaced:
        return best if best.verdict is None else shown
    if shown.verdict.outcome != best.verdict.outcome:
        text = f"with {', '.join(trial.replaced)} replaced by a library call, this is still {best.verdict.outcome}"
        return Finding(best.info, Verdict(best.verdict.outcome, text), {})
    return shown


def _not_attempted(findings: Sequence[Finding]) -> bool:
    """Whether the exercise is still the stub: something is not attempted, and no core check passes."""
    outcomes = [finding.outcome for finding in findings if finding.info.level == "core"]
    return "not attempted" in outcomes and "right" not in outcomes


def _why_not_there(file: str, trial: Trial, findings: Sequence[Finding]) -> Verdict:
    """A stub, or a definition that could not be made because the file does not load."""
    failure = trial.lost
    if failure and any(finding.verdict and finding.verdict.message.endswith("is not defined") for finding in findings):
        place = _place(file, failure)
        if not failure.parses:
            text = f"{place}: {failure.text or 'cannot be read as Python'}: {failure.code}"
            return Verdict("does not parse", text.rstrip(": "))
        return Verdict("crashed", f"{place}: {failure.type} while the file was loaded: {failure.text}")
    return Verdict("not attempted", "nothing is written here yet")


def told_of_loading(file: str, trial: Trial) -> str:
    """What kept a file from being run to its end, where its exercises were judged all the same; else nothing."""
    if trial.unfinished and not trial.cut_short:
        told = f"{file}: {trial.unfinished}"
    elif trial.stop and trial.stop.parses:  # without its text, which may differ from run to run
        told = f"{_place(file, trial.stop)} ({trial.stop.code}): {trial.stop.type}"
    else:
        return ""
    return f"{printable(told, EVIDENCE)} while the file was loaded; its exercises were judged all the same"


def _place(file: str, failure: Failure) -> str:
    return f"{failure.file or file}, line {failure.line}" if failure.line else file


def _follows(finding: Finding, first: Finding | None) -> bool:
    """Whether a robustness check fails as the core did: most likely for that reason, so that its own hint is untrue."""
    if first is None or first.info.level != "core" or finding.info.level != "robustness":
        return False
    return finding.outcome == first.outcome and finding.outcome in CONTAGIOUS


def _check_result(finding: Finding, *, worth: bool, hinted: bool = True) -> CheckResult:
    info, verdict = finding.info, finding.verdict
    score = info.points if verdict is None and worth else 0.0
    words = (verdict.message, info.hint if hinted else "") if verdict else ("", "")
    return CheckResult(
        info.id, info.title, info.level, score, info.points, finding.outcome, *words, (), finding.counterexample
    )


def _explained(checks: list[CheckResult], trials: Sequence[Trial]) -> list[CheckResult]:
    """The diagnosis stands at the first failed core check; it is that of the trial with the most callees replaced."""
    reasons = max(trials, key=lambda trial: len(trial.replaced)).diagnosis
    place = next((n for n, check in enumerate(checks) if check.level == "core" and check.outcome in EXPLICABLE), None)
    if reasons and place is not None:
        found = tuple(reason.to_json() for reason in reasons)
        checks[place] = replace(checks[place], diagnosis=found, hint=reasons[0].hint)
    return checks


def _detailed(check: CheckResult, finding: Finding, file: str, visibility: Visibility) -> CheckResult:
    """With what a student may see of the evidence."""
    verdict = finding.verdict
    if verdict is None:
        return check
    if not visibility.show_example:
        return replace(check, evidence=matrices(verdict, visibility), counterexample={})
    code = snippet(verdict.recipe, file) if verdict.recipe else ""
    return replace(check, evidence=matrices(verdict, visibility), snippet=code)


def _rule_result(exercise: Exercise, broken: str) -> CheckResult:
    rule = RULE[exercise.forbidden or ""]
    text = f"{broken}; {rule}"
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


def _note(best: Trial, shown: Trial) -> str:
    if best.circle and not best.right:
        return f"{' and '.join(best.circle)} call one another, so neither is judged with the other one replaced"
    if best is shown or best.points <= shown.points:
        return ""
    return f"judged with {', '.join(best.replaced)} replaced by a library call, because a mistake costs once"
