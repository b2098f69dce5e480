"""Runs edited programs in the sandbox: first on one failing example of some checks, then on all checks.

Many programs share a worker for the first; what counts is what one answers in a worker of its own.
"""

import dataclasses
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.checking.recording import RecordedCheck, largest_sent, without_shrinking
from autograder.checking.runner import Finding, PassCache, run_checks
from autograder.course import Exercise, Limits
from autograder.diagnosis.mistakes import Diagnosis
from autograder.grading.code_reading import CodeReading
from autograder.grading.exercise import examine_safely, is_explicable
from autograder.grading.from_scratch import broken_rule
from autograder.repair.source import encode_like
from autograder.sandbox.guest.wire import WireError
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.reloading_client import ReloadingClient
from autograder.sandbox.host.target import CallResponse, NoResponse

SCREENS = 4  # failed checks that a program is tried on first
SECONDS = 0.5  # of computing for a program that is tried; an honest one needs a tenth of it

PASSED = "right"  # the outcome of a check that passes
RECORDED = re.compile("\x1e([0-9]{1,6}):([0-9a-f]{8})$", re.MULTILINE)  # as `value_recorder` prints it


@dataclass(frozen=True)
class Verdict:
    """Which checks passed, by their place; whether all did, and the from-scratch rule was kept."""

    passed: frozenset[int]
    right: bool


class Trials:
    """Tries programs of one exercise.

    Args:
        fork_server: the warm sandbox process.
        limits: the limits of the course.
        exercise: the exercise.
        recorded: its checks.
        files: what the student handed in, with substitutes for wrong callees.
        pass_cache: responses that passed before; a new cache by default.

    Attributes:
        tried: how many programs have been tried.
    """

    def __init__(
        self,
        fork_server: ForkServer,
        limits: Limits,
        exercise: Exercise,
        recorded: Sequence[RecordedCheck],
        files: SubmissionFiles,
        *,
        pass_cache: PassCache | None = None,
    ) -> None:
        self._fork_server = fork_server
        self._limits = limits
        self._exercise = exercise
        self._recorded = tuple(map(without_shrinking, recorded))
        self._largest = largest_sent(recorded)
        self._files = files
        self._pass_cache = PassCache() if pass_cache is None else pass_cache
        self._screens: tuple[RecordedCheck, ...] = ()
        self._shared: ReloadingClient | None = None
        self.tried = 0

    def close(self) -> None:
        """End the worker that programs share."""
        if self._shared is not None:
            self._shared.__exit__()
            self._shared = None

    @property
    def source(self) -> bytes:
        """The student's file."""
        return self._files.sources[self._files.file]

    def judge(self, text: str | None = None) -> Verdict:
        """Run all checks on a program; on the student's own one without a text.

        Raises:
            SandboxError: the sandbox was lost.
        """
        files = self._files_with(text)
        with self._client(files, self._limits) as client:
            findings = run_checks(self._recorded, client, pass_cache=self._pass_cache)
            passed = _passed(findings)
            if len(passed) < len(findings):
                return Verdict(passed, right=False)
            code = CodeReading(self._fork_server, self._limits, files)
            return Verdict(passed, right=not broken_rule(self._exercise, client.library_calls, code))

    def diagnose(self, text: str) -> tuple[Verdict, tuple[Diagnosis, ...]]:
        """Run all checks on a program that fails some; return the mistakes that explain what it returns, too.

        Raises:
            SandboxError: the sandbox was lost.
        """
        with self._client(self._files_with(text), self._limits) as client:
            findings = run_checks(self._recorded, client, pass_cache=self._pass_cache)
            named = examine_safely(self._exercise, client, findings).reasons if is_explicable(findings) else ()
        return Verdict(_passed(findings), right=False), named

    def of_program(self, text: str) -> "Trials":
        """Return the trials of another program in place of the student's."""
        return Trials(
            self._fork_server,
            self._limits,
            self._exercise,
            self._recorded,
            self._files_with(text),
            pass_cache=self._pass_cache,
        )

    def set_screens(self, text: str, passed: frozenset[int], first: int | None = None) -> None:
        """Choose on what edits of a program are tried first: the cheapest checks that it fails.

        Args:
            text: the program.
            passed: the checks that it passes.
            first: a check that it fails, to begin with whatever its cost.
        """
        failed = [place for place in range(len(self._recorded)) if place not in passed]
        costs = {place: (place != first, len(self._recorded[place].requests)) for place in failed}
        cheapest = [self._recorded[place] for place in sorted(failed, key=costs.__getitem__)[:SCREENS]]
        client = self._shared_client(text, self._limits)
        self._screens = tuple(_first_failing(check, client, self._pass_cache) for check in cheapest)

    def screen(self, text: str) -> int:
        """Try a program; return how many of the screens it passes.

        Raises:
            SandboxError: the sandbox was lost.
        """
        self.tried += 1
        findings, computed = self._run_screens(text, self._short())
        if computed < SECONDS / 2 and any(item.outcome == "timed out" for item in findings):  # others were computing
            findings, _ = self._run_screens(text, self._limits)
        return sum(finding.failure is None for finding in findings)

    def _run_screens(self, text: str, limits: Limits) -> tuple[list[Finding], float]:
        """Return what became of a program, and how many seconds it computed or slept."""
        with self._client(self._files_with(text), limits) as client:
            findings = run_checks(self._screens, client, pass_cache=self._pass_cache)
        return findings, client.spent

    def screens_in_a_row(self, text: str) -> int:
        """Try a program until it fails; return how many of the screens it passes before.

        Raises:
            SandboxError: the sandbox was lost.
        """
        self.tried += 1
        outcomes, computed = self._screened_in_order(text)
        if outcomes[-1] == "timed out" and computed < SECONDS / 2:  # others were computing
            outcomes = [item.outcome for item in self._run_screens(text, self._limits)[0]]
        return sum(1 for _ in itertools.takewhile(PASSED.__eq__, outcomes))

    def screens_passed(self, text: str) -> int:
        """Try a program beside others; return how many of the screens it passes.

        Raises:
            SandboxError: the sandbox was lost.
        """
        self.tried += 1
        client = self._shared_client(text, self._short())
        findings = run_checks(self._screens, client, pass_cache=self._pass_cache)
        if client.spent < SECONDS / 2 and any(
            item.outcome == "timed out" for item in findings
        ):  # others were computing
            findings = self._run_screens(text, self._limits)[0]
        return sum(item.failure is None for item in findings)

    def _screened_in_order(self, text: str) -> tuple[list[str], float]:
        """Return the outcomes of the screens down to the first that fails, and the seconds of `_run_screens`."""
        outcomes = list[str]()
        client = self._shared_client(text, self._short())
        for screen in self._screens:
            outcomes += [item.outcome for item in run_checks([screen], client, pass_cache=self._pass_cache)]
            if outcomes[-1] != PASSED:
                break
        return outcomes, client.spent

    def _client(self, files: SubmissionFiles, limits: Limits) -> SandboxClient:
        """Return the client of a new worker."""
        return SandboxClient(self._fork_server, files, limits, self._pass_cache, self._largest)

    def _shared_client(self, text: str, limits: Limits) -> ReloadingClient:
        """Return the client for programs that share a worker, with a program and its limits."""
        files = self._files_with(text)
        if self._shared is None:
            self._shared = ReloadingClient(self._fork_server, files, limits, self._pass_cache, self._largest)
        else:
            self._shared.reload(files, limits)
        return self._shared

    def trace(self, text: str) -> dict[int, frozenset[str]]:
        """Run a traced program on the screens; return the digests of the values by the place that computes them.

        Raises:
            SandboxError: the sandbox was lost.
        """
        self.tried += 1
        requests = list({item.frame: item for screen in self._screens for item in screen.requests}.values())
        with self._client(self._files_with(text), self._short()) as client:
            answers = client.ask(requests)
        found: dict[int, set[str]] = {}
        for answer in answers:
            for place, digest in [] if isinstance(answer, NoResponse) else recorded_values(answer):
                found.setdefault(place, set()).add(digest)
        return {place: frozenset(digests) for place, digests in found.items()}

    @property
    def checks(self) -> int:
        """How many checks there are."""
        return len(self._recorded)

    @property
    def screens(self) -> int:
        """How many screens there are."""
        return len(self._screens)

    def _short(self) -> Limits:
        """Return the limits of a program that is tried."""
        seconds = min(SECONDS, self._limits.seconds_per_request)
        return dataclasses.replace(self._limits, seconds_per_request=seconds, seconds_per_exercise=seconds)

    def _files_with(self, text: str | None) -> SubmissionFiles:
        if text is None:
            return self._files
        edited = {self._files.file: encode_like(text, self.source)}
        return dataclasses.replace(self._files, sources={**self._files.sources, **edited})


def _passed(findings: Sequence[Finding]) -> frozenset[int]:
    return frozenset(place for place, finding in enumerate(findings) if finding.failure is None)


def _first_failing(check: RecordedCheck, client: SandboxClient, pass_cache: PassCache) -> RecordedCheck:
    """Return a check with its first failing example only; with all, if it fails on none of them alone."""
    for example in check.examples:
        alone = RecordedCheck(check.check, (example,))
        if run_checks([alone], client, pass_cache=pass_cache)[0].failure is not None:
            return alone
    return check


def recorded_values(answer: CallResponse) -> list[tuple[int, str]]:
    """Return what a traced program has printed: places and digests; nothing else that is printed counts."""
    try:
        printed = answer.get("printed")
    except WireError:
        return []
    found = RECORDED.findall(str.__str__(printed)) if isinstance(printed, str) else []
    return [(int(place), digest) for place, digest in found]


def files_of(
    sources: Mapping[str, bytes], exercise: Exercise, replace: Mapping[str, str] | None = None
) -> SubmissionFiles:
    """Return what a worker loads to run one exercise of a submission."""
    return SubmissionFiles(dict(sources), exercise.file, dict(replace or {}), (exercise.name,))
