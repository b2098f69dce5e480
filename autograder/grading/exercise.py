"""Grades one exercise: runs its checks, applies the from-scratch rule, and collects anomalies."""

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from autograder.checking.recording import RecordedCheck, largest_sent
from autograder.checking.runner import Finding, PassCache, run_checks
from autograder.checking.shrinking import ShrinkCache
from autograder.checking.student_parameters import with_parameters
from autograder.course import Exercise, Limits
from autograder.course.model import Rubric
from autograder.diagnosis.edited_answers import FirstAnswers
from autograder.diagnosis.matching import Examination, examine
from autograder.diagnosis.mistakes import Diagnosis
from autograder.grading.asked_alone import OneWorkerEach, passes_alone
from autograder.grading.budget import Budget, drop_timeouts, explain_budget
from autograder.grading.code_reading import CodeReading
from autograder.grading.from_scratch import broken_rule, reflection
from autograder.grading.named_mistakes import JudgedSubmission, match_rubric
from autograder.grading.together import RightDefinitions, RunMemory, definitions_used, is_drawn, right_together
from autograder.results.model import Anomaly
from autograder.results.rubric import NamedMistakes
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import SandboxError
from autograder.sandbox.host.shared_client import SharedClient
from autograder.sandbox.host.target import LoadFailure, Target
from autograder.traits.known_names import known_names
from autograder.traits.wrong_answers import traits_of

EXPLICABLE = ("crashed", "wrong type", "wrong shape", "wrong dtype", "not finite", "wrong values")
Found = TypeVar("Found")
HASTE = 4  # times less time for one answer where exercises share a worker


@dataclass(frozen=True)
class Attempt:
    """One exercise graded once, with substitutes for some callees or none.

    Attributes:
        findings: how each check ended.
        forbidden: how the from-scratch rule was broken, in words; empty if it was not.
        undefined_because: why the name of the exercise may be undefined.
        anomalies: what a person should look at.
        replaced: the names of the callees with a substitute.
        used: those of them that the exercise or its checks use, if only through others; None if that is not known.
        diagnosis: the mistakes that explain the responses.
        budget_limited: whether other exercises had used up the time.
        cycle: two exercises that call one another, this one first; empty if there are none.
        load_failure: the error that stopped the file while it was loaded.
        load_crash: how the worker ended while the file was loaded; empty if it did not.
        reflection: suspicious code in the file, whatever happened in the attempt.
        matches: the mistakes with which the right program answers all core checks like this, if they have prices.
        traits: what the wrong answers have in common, in sentences, where no mistake explains them.
    """

    findings: tuple[Finding, ...]
    forbidden: str
    undefined_because: LoadFailure | None
    anomalies: tuple[Anomaly, ...]
    replaced: tuple[str, ...]
    diagnosis: tuple[Diagnosis, ...] = ()
    budget_limited: bool = False
    cycle: tuple[str, ...] = ()
    load_failure: LoadFailure | None = None
    load_crash: str = ""
    reflection: tuple[Anomaly, ...] = ()
    matches: tuple[NamedMistakes, ...] = ()
    traits: tuple[str, ...] = ()
    used: tuple[str, ...] | None = None

    @property
    def right(self) -> bool:
        """Whether all checks passed and the rule was kept."""
        return not self.forbidden and all(finding.failure is None for finding in self.findings)

    @property
    def core_is_right(self) -> bool:
        """Whether all core checks passed and the rule was kept."""
        core = [finding for finding in self.findings if finding.info.level == "core"]
        return not self.forbidden and all(finding.failure is None for finding in core)

    @property
    def points(self) -> float:
        """The points of the checks that passed; 0 if the rule was broken."""
        return 0.0 if self.forbidden else sum(item.info.points for item in self.findings if item.failure is None)


@dataclass(frozen=True)
class AttemptsTogether:
    """The exercises of a file in one worker.

    Attributes:
        right: the attempts of those that are right, by name.
        uses: for each definition of which that is certain, which graded names it may use.
    """

    right: dict[str, Attempt]
    uses: Mapping[str, frozenset[str]]


class ExerciseGrader:
    """Grades exercises of all submissions with one fork server.

    Args:
        fork_server: the warm sandbox process.
        limits: the limits of the course.
        recorded: the recorded checks by assignment id and exercise name.
        pass_cache: responses that passed before; a new cache by default.
        shrink_cache: searches for smallest examples; a new cache by default.
        right_definitions: definitions that were right before; a new memory by default.
        together: whether the exercises of a file may share a worker; results are the same without.
        rubric: what named mistakes cost; by default what their checks are worth.
    """

    def __init__(
        self,
        fork_server: ForkServer,
        limits: Limits,
        recorded: dict[tuple[str, str], tuple[RecordedCheck, ...]],
        pass_cache: PassCache | None = None,
        shrink_cache: ShrinkCache | None = None,
        *,
        right_definitions: RightDefinitions | None = None,
        together: bool = True,
        rubric: Rubric | None = None,
    ) -> None:
        self.fork_server = fork_server
        self.limits = limits
        self._recorded = recorded
        self.pass_cache = PassCache() if pass_cache is None else pass_cache
        self._shrink_cache = ShrinkCache() if shrink_cache is None else shrink_cache
        self._right_definitions = RightDefinitions() if right_definitions is None else right_definitions
        self._together = together
        self.rubric = rubric or Rubric()
        self._code: tuple[dict[str, bytes], str, CodeReading] | None = None
        self._names_used: dict[tuple[str, str], frozenset[str]] = {}
        self._loading_calls: tuple[dict[str, bytes], str, frozenset[str]] | None = None

    def checks(self, exercise: Exercise) -> tuple[RecordedCheck, ...]:
        """Return the recorded checks of an exercise, at a student's own sizes too."""
        return self._recorded[exercise.key]

    def with_sizes(self, sizes: Mapping[str, Mapping[str, int]], assignment: str) -> "ExerciseGrader":
        """Return a grader that also checks some exercises of an assignment at a student's own sizes.

        Args:
            sizes: values by name, by exercise name.
            assignment: the id of the assignment.
        """
        own = {
            (assignment, name): with_parameters(name, values, self._recorded[assignment, name])
            for name, values in sizes.items()
        }
        if not own:
            return self
        recorded = self._recorded | own
        return ExerciseGrader(
            self.fork_server,
            self.limits,
            recorded,
            self.pass_cache,
            self._shrink_cache,
            right_definitions=self._right_definitions,
            together=self._together,
            rubric=self.rubric,
        )

    def code(self, sources: dict[str, bytes], file: str) -> CodeReading:
        """Return the code of a file and of the files it names; cached for the next exercise of the same file."""
        if self._code is None or self._code[0] is not sources or self._code[1] != file:
            self._code = sources, file, CodeReading(self.fork_server, self.limits, SubmissionFiles(sources, file))
        return self._code[2]

    def budget(self, patience: float = math.inf) -> Budget:
        """Return the time budget for one submission, and how much of it may be used before others come first."""
        return Budget(self.limits, patience)

    def try_exercise(
        self, exercise: Exercise, sources: dict[str, bytes], replace: dict[str, str], budget: Budget
    ) -> Attempt:
        """Run all checks of `exercise` in new workers, within the time that the submission has left.

        Args:
            exercise: the exercise.
            sources: the submitted files by name.
            replace: the source of a substitute for each callee that gets one.
            budget: the time of the submission; what is used is subtracted.

        Raises:
            SandboxError: the sandbox was lost.
        """
        self.fork_server.start()  # now, so that it does not count as time of the submission
        limits = budget.limits_for(exercise.name)
        files = self._files(exercise, sources, replace)
        attempt, seconds = self._try(exercise, files, limits)
        budget.spend(exercise.name, seconds + self.code(sources, exercise.file).seconds())
        if not budget.budget_limited(exercise.name, limits):
            return attempt
        findings, anomalies = explain_budget(attempt.findings, self.limits), drop_timeouts(attempt.anomalies)
        return dataclasses.replace(attempt, findings=tuple(findings), anomalies=anomalies, budget_limited=True)

    def is_right_alone(
        self, exercise: Exercise, sources: dict[str, bytes], findings: Sequence[Finding], budget: Budget
    ) -> bool:
        """Whether the first wrong answers to a core check are right in workers that are asked nothing else.

        Args:
            exercise: the exercise.
            sources: the submitted files by name.
            findings: how its checks ended.
            budget: the time of the submission; what is used is subtracted. Where little is left, nothing is asked.

        Raises:
            SandboxError: the sandbox was lost.
        """
        checks, limits = self.checks(exercise), self.limits
        pairs = zip(checks, findings, strict=True)
        wrong = [(check, item) for check, item in pairs if item.info.level == "core" and item.failure is not None]
        if not wrong or budget.limits_for(exercise.name) != limits:
            return False
        check, first = wrong[0]
        if first.failing is None or first.outcome not in EXPLICABLE:
            return False
        files, largest = self._files(exercise, sources, {}), largest_sent(checks)
        target = OneWorkerEach(
            lambda: SandboxClient(self.fork_server, files, limits, (), largest), limits.seconds_per_exercise
        )
        is_right = passes_alone(check, first.failing, target)
        budget.spend(exercise.name, target.spent)
        return is_right

    def try_together(
        self, exercises: Sequence[Exercise], sources: dict[str, bytes], budget: Budget
    ) -> AttemptsTogether:
        """Return attempts of those exercises of one file that are right in one worker for all; the others are left out.

        Args:
            exercises: the exercises of the file.
            sources: the submitted files by name.
            budget: the time of the submission; what is used is subtracted, loading the file included.

        Raises:
            SandboxError: the sandbox was lost.
        """
        file, names = exercises[0].file, tuple(exercise.name for exercise in exercises)
        code = self.code(sources, file)
        limited = any(budget.limits_for(name) != self.limits for name in names)
        if not self._together or len(names) == 1 or limited or code.may_hide_words:
            return AttemptsTogether({}, {})
        self.fork_server.start()
        files = SubmissionFiles(sources, file, {}, names)
        largest = max(largest_sent(self.checks(exercise)) for exercise in exercises)
        client = SharedClient(self.fork_server, files, self.limits, self.pass_cache, largest)
        memory = RunMemory(self.pass_cache, self._right_definitions)
        judged = right_together(client, exercises, self._recorded, memory, code)
        for name, item in judged.passed.items():
            budget.spend(name, item.seconds)
        budget.spend(file, code.seconds() + client.spent - sum(item.seconds for item in judged.passed.values()))
        right = {name: Attempt(item.findings, "", None, (), ()) for name, item in judged.passed.items()}
        return AttemptsTogether(right, judged.uses)

    def forget_right_definitions(self) -> None:
        """Judge every definition again, because one that was right together with others is not right alone."""
        self._right_definitions.clear()

    def is_drawn(self, exercise: Exercise, sources: Mapping[str, bytes]) -> bool:
        """Whether this exercise of a submission is judged alone too when it was right together with others."""
        return is_drawn(self.checks(exercise), sources)

    def _files(self, exercise: Exercise, sources: dict[str, bytes], replace: dict[str, str]) -> SubmissionFiles:
        wanted = (exercise.name, *sorted(self.names_used(exercise)))
        return SubmissionFiles(sources, exercise.file, replace, wanted)

    def _try(self, exercise: Exercise, files: SubmissionFiles, limits: Limits) -> tuple[Attempt, float]:
        """Grade once; return the seconds that the workers used, too."""
        checks = self.checks(exercise)
        with SandboxClient(self.fork_server, files, limits, self.pass_cache, largest_sent(checks)) as client:
            target = FirstAnswers(client)
            attempt = self._judged(exercise, files, client, target)
            if not attempt.right:
                attempt = self._explained(attempt, exercise, client, target)
        return attempt, client.spent

    def _judged(
        self, exercise: Exercise, files: SubmissionFiles, client: SandboxClient, target: FirstAnswers
    ) -> Attempt:
        """Run the checks; smallest examples are searched only where they may be shown, so not with substitutes."""
        checks = self.checks(exercise)
        wanted = [check.without_shrinking for check in checks] if files.replace else checks
        findings = run_checks(wanted, target, pass_cache=self.pass_cache, shrink_cache=self._shrink_cache)
        code = self.code(files.sources, files.file)
        loading_calls = self._calls_while_loading(files, client)
        return Attempt(
            tuple(findings),
            broken_rule(exercise, client.library_calls, code),
            client.why_undefined(exercise.name),
            _anomalies(exercise.name, client),
            tuple(files.replace),
            load_failure=client.load_failure,
            load_crash=client.load_crash,
            reflection=reflection(exercise, loading_calls, code),
        )

    def _explained(self, attempt: Attempt, exercise: Exercise, client: SandboxClient, target: FirstAnswers) -> Attempt:
        """Add the mistakes that explain an attempt, what they cost, and what its wrong answers have in common."""
        findings = attempt.findings
        examined = examine_safely(exercise, client, findings) if is_explicable(findings) else Examination()
        checks = self.checks(exercise)
        judged = JudgedSubmission(exercise, checks, findings, target.answers, examined.edits, self.pass_cache)
        return dataclasses.replace(
            attempt,
            diagnosis=examined.reasons,
            matches=() if attempt.forbidden or attempt.anomalies else match_rubric(self.rubric, judged),
            traits=() if attempt.forbidden or attempt.replaced or examined.says_why else traits_safely(judged, client),
        )

    def _calls_while_loading(self, files: SubmissionFiles, client: SandboxClient) -> frozenset[str]:
        """Return the library calls while the unchanged file was loaded; with substitutes, those of the last time.

        What a file does while substitutes are in it may tell something of them, and is not published.
        """
        if not files.replace:
            self._loading_calls = files.sources, files.file, frozenset(client.loading_calls)
        kept = self._loading_calls
        return kept[2] if kept and kept[0] is files.sources and kept[1] == files.file else frozenset()

    def names_used(self, exercise: Exercise) -> frozenset[str]:
        """Return the definitions that the checks of an exercise use besides its own."""
        if exercise.key not in self._names_used:
            self._names_used[exercise.key] = frozenset(definitions_used(self.checks(exercise)) - {exercise.name})
        return self._names_used[exercise.key]


def examine_safely(exercise: Exercise, target: Target, findings: Sequence[Finding]) -> Examination:
    """Return the mistakes that explain the responses; none if the diagnosis fails on forged ones.

    Raises:
        SandboxError: the sandbox was lost.
    """
    return _unless_forged(lambda: examine(exercise, target.ask, findings), Examination())


def traits_safely(judged: JudgedSubmission, target: Target) -> tuple[str, ...]:
    """Return what the wrong answers have in common; nothing if forged ones cannot be compared.

    Raises:
        SandboxError: the sandbox was lost.
    """
    pairs = zip(judged.recorded, judged.findings, strict=True)
    failed = [(check, finding) for check, finding in pairs if finding.failure is not None]
    if not any(finding.outcome in EXPLICABLE for _, finding in failed):
        return ()
    return _unless_forged(lambda: traits_of(failed, judged.answers, target, known_names(judged.exercise)), ())


def _unless_forged(compute: Callable[[], Found], otherwise: Found) -> Found:
    """Return what is computed from responses; `otherwise` if that fails, as it may on forged ones.

    Raises:
        SandboxError: the sandbox was lost.
    """
    try:
        return compute()
    except SandboxError:
        raise
    except Exception:  # noqa: BLE001 - a forged response may contain anything
        return otherwise


def is_explicable(findings: Sequence[Finding]) -> bool:
    """Whether a core check failed on something that the submission returned or raised: a diagnosis may explain it."""
    return any(item.info.level == "core" and item.outcome in EXPLICABLE for item in findings)


def _anomalies(name: str, client: SandboxClient) -> tuple[Anomaly, ...]:
    """Incidents in the sandbox, and a call of `exit()` while the file was loaded."""
    anomalies = [Anomaly(incident.kind, name, incident.evidence) for incident in client.incidents]
    if client.load_failure and client.load_failure.ends_process:
        evidence = f"{client.load_failure.type} during import, line {client.load_failure.line}"
        anomalies.append(Anomaly("exit", name, evidence))
    return tuple(dict.fromkeys(anomalies))


def first_failure(findings: Sequence[Finding]) -> Finding | None:
    """Return the failed check that gives the exercise its outcome: the first core check, else the first of any level.

    Of the core checks, one that failed because the sandbox refused something comes last.
    """
    failed = [finding for finding in findings if finding.failure is not None]
    core = [finding for finding in failed if finding.info.level == "core"]
    own = [finding for finding in core if not was_refused(finding)]
    return next(iter(own or core or failed), None)


def was_refused(finding: Finding) -> bool:
    """Whether the check could not be evaluated, because the sandbox refused something that honest code may need."""
    return finding.failure is not None and bool(finding.failure.refused)
