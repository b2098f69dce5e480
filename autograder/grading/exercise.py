"""Judging one exercise: its checks, the from-scratch rule, and what happened to the workers."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.checking.recording import RecordedCheck
from autograder.checking.runner import Finding, PassCache, run_checks
from autograder.checking.shrinking import ShrinkCache
from autograder.checking.student_parameters import with_parameters
from autograder.course import Exercise, Limits
from autograder.diagnosis.matching import diagnose
from autograder.diagnosis.mistakes import Diagnosis
from autograder.grading.budget import Budget, drop_timeouts, explain_budget
from autograder.grading.code_reading import CodeReading
from autograder.grading.from_scratch import broken_rule, reflection
from autograder.results.model import Anomaly
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import SandboxError
from autograder.sandbox.host.responses import LoadError

EXPLICABLE = ("crashed", "wrong type", "wrong shape", "wrong dtype", "not finite", "wrong values")


@dataclass(frozen=True)
class Attempt:
    """One exercise judged once, with some callees replaced or none."""

    findings: tuple[Finding, ...]
    forbidden: str  # what broke the from-scratch rule, in words
    undefined_because: LoadError | None  # why its name may not be there
    anomalies: tuple[Anomaly, ...]
    replaced: tuple[str, ...]
    diagnosis: tuple[Diagnosis, ...] = ()
    budget_limited: bool = False  # for want of time that other exercises used up
    cycle: tuple[str, ...] = ()  # two exercises that are made of one another, this one first
    load_error: LoadError | None = None  # of the file, while it was loaded
    load_crash: str = ""  # what ended the worker meanwhile
    reflection: tuple[Anomaly, ...] = ()  # of the file's code, whatever happened in the attempt

    @property
    def right(self) -> bool:
        """Whether nothing is to be said against it."""
        return not self.forbidden and all(finding.failure is None for finding in self.findings)

    @property
    def core_is_right(self) -> bool:
        """Whether nothing is to be said against its core."""
        core = [finding for finding in self.findings if finding.info.level == "core"]
        return not self.forbidden and all(finding.failure is None for finding in core)

    @property
    def points(self) -> float:
        """What the checks give."""
        return 0.0 if self.forbidden else sum(item.info.points for item in self.findings if item.failure is None)


class ExerciseGrader:
    """Judges exercises with one warm process; the checks were recorded, and right answers are known, for all."""

    def __init__(
        self,
        fork_server: ForkServer,
        limits: Limits,
        recorded: dict[tuple[str, str], tuple[RecordedCheck, ...]],
        pass_cache: PassCache | None = None,
        shrink_cache: ShrinkCache | None = None,
    ) -> None:
        self.fork_server = fork_server
        self._limits = limits
        self._recorded = recorded
        self._pass_cache = PassCache() if pass_cache is None else pass_cache
        self._shrink_cache = ShrinkCache() if shrink_cache is None else shrink_cache
        self._code: tuple[dict[str, bytes], str, CodeReading] | None = None

    def at(self, sizes: Mapping[str, Mapping[str, int]], assignment: str) -> "ExerciseGrader":
        """The same, which asks some exercises of an assignment at a student's own sizes too."""
        own = {
            (assignment, name): with_parameters(name, place, self._recorded[assignment, name])
            for name, place in sizes.items()
        }
        if not own:
            return self
        return ExerciseGrader(
            self.fork_server, self._limits, self._recorded | own, self._pass_cache, self._shrink_cache
        )

    def code(self, sources: dict[str, bytes], file: str) -> CodeReading:
        """What a file's code says, and that of the files it names; the last one is kept for its next exercise."""
        if self._code is None or self._code[0] is not sources or self._code[1] != file:
            self._code = sources, file, CodeReading(self.fork_server, self._limits, SubmissionFiles(sources, file))
        return self._code[2]

    def budget(self) -> Budget:
        """The time of one submission."""
        return Budget(self._limits)

    def try_exercise(
        self, exercise: Exercise, sources: dict[str, bytes], replace: dict[str, str], budget: Budget
    ) -> Attempt:
        """Run all checks of `exercise` in workers of its own, in the time that the submission has left."""
        self.fork_server.start()  # no student pays for that
        limits = budget.limits_for(exercise.name)
        attempt, seconds = self._try(
            exercise, SubmissionFiles(sources, exercise.file, replace, (exercise.name,)), limits
        )
        budget.spend(exercise.name, seconds)
        if not budget.budget_limited(exercise.name, limits):
            return attempt
        findings, anomalies = explain_budget(attempt.findings, self._limits), drop_timeouts(attempt.anomalies)
        return dataclasses.replace(attempt, findings=tuple(findings), anomalies=anomalies, budget_limited=True)

    def _try(self, exercise: Exercise, files: SubmissionFiles, limits: Limits) -> tuple[Attempt, float]:
        """Judge once; also the seconds that the workers needed."""
        checks = self._recorded[exercise.assignment, exercise.name]
        with SandboxClient(self.fork_server, files, limits, self._pass_cache) as client:
            findings = run_checks(checks, client, pass_cache=self._pass_cache, shrink_cache=self._shrink_cache)
            code = self.code(files.sources, files.file)
            forbidden = broken_rule(exercise, client.library_calls, code)
            anomalies = _anomalies(exercise.name, client)
            reasons = _reasons(exercise, client) if _explicable(findings) else ()
            attempt = Attempt(
                tuple(findings),
                forbidden,
                client.why_undefined(exercise.name),
                anomalies,
                tuple(files.replace),
                reasons,
                load_error=client.load_error,
                load_crash=client.load_crash,
                reflection=reflection(exercise, client.loading_calls, code),
            )
        return attempt, client.spent


def _reasons(exercise: Exercise, client: SandboxClient) -> tuple[Diagnosis, ...]:
    """What explains the answers; nothing, where they are too odd to be looked at."""
    try:
        return tuple(diagnose(exercise, client.ask))
    except SandboxError:
        raise
    except Exception:  # noqa: BLE001 - forged reports may hold anything anywhere
        return ()


def _explicable(findings: Sequence[Finding]) -> bool:
    """Whether a core check failed on something that the submission returned or raised."""
    return any(item.info.level == "core" and item.outcome in EXPLICABLE for item in findings)


def _anomalies(name: str, client: SandboxClient) -> tuple[Anomaly, ...]:
    """Incidents of the client, and an end of the process that was asked for while the file was loaded."""
    found = [Anomaly(incident.kind, name, incident.evidence) for incident in client.incidents]
    if client.load_error and client.load_error.ends_process:
        found.append(Anomaly("exit", name, f"{client.load_error.type} during import, line {client.load_error.line}"))
    return tuple(dict.fromkeys(found))


def first_failure(findings: Sequence[Finding]) -> Finding | None:
    """What an exercise's outcome is named after: the first failed core check, else the first failed one.

    A check that failed because the sandbox refused something names it only where no other one can.
    """
    failed = [finding for finding in findings if finding.failure is not None]
    core = [finding for finding in failed if finding.info.level == "core"]
    own = [finding for finding in core if not was_refused(finding)]
    return next(iter(own or core or failed), None)


def was_refused(finding: Finding) -> bool:
    """Whether the check says nothing, because the sandbox refused what an honest program may ask for."""
    return finding.failure is not None and bool(finding.failure.refused)
