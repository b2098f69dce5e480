"""Runs edited programs in the sandbox: first on one failing example of some checks, then on all checks.

Many programs share a worker for the first; what counts is what one answers in a worker of its own.
"""

import contextlib
import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from autograder.checking.recording import RecordedCheck, RecordedExample, largest_sent
from autograder.checking.runner import Finding, PassCache, run_checks
from autograder.course import Exercise, Limits
from autograder.diagnosis.mistakes import Diagnosis
from autograder.grading.budget import Budget
from autograder.grading.code_reading import CodeReading
from autograder.grading.exercise import examine_safely, is_explicable
from autograder.grading.from_scratch import broken_rule
from autograder.repair.first_difference import Computed
from autograder.repair.source import encode_like
from autograder.sandbox.guest.wire import WireError
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.reloading_client import ReloadingClient
from autograder.sandbox.host.target import CallResponse, EncodedRequest, NoResponse

SCREENS = 4  # failed checks that a program is tried on first
SECONDS = 0.5  # of computing for a program that is tried; an honest one needs a tenth of it

PASSED = "right"  # the outcome of a check that passes
FORM = " [0-9,]{0,60} [a-z0-9_]{1,20} g?n?"  # as `value_recorder` prints it
RECORDED = re.compile(f"\x1e([0-9]{{1,6}}):(i?[0-9a-f]{{8}}(?:{FORM})?)$", re.MULTILINE)


class OutOfTimeError(Exception):
    """The time for trying programs is used up."""


@dataclass(frozen=True)
class Verdict:
    """How a program was judged.

    Attributes:
        passed: the places of the checks that passed.
        right: whether all did, and the from-scratch rule was kept.
        failing: the first example on which each other check failed, by the place of the check.
    """

    passed: frozenset[int]
    right: bool
    failing: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, findings: Sequence[Finding], *, right: bool = False) -> Self:
        """Return the verdict of findings."""
        passed = frozenset(place for place, finding in enumerate(findings) if finding.failure is None)
        examples = {place: item.failing for place, item in enumerate(findings) if item.failure is not None}
        return cls(passed, right, {place: example or 0 for place, example in examples.items()})


class Trials:
    """Tries programs of one exercise.

    Args:
        fork_server: the warm sandbox process.
        limits: the limits of the course.
        exercise: the exercise.
        recorded: its checks.
        files: what the student handed in, with substitutes for wrong callees.
        pass_cache: responses that passed before; a new cache by default.
        budget: the time for all programs together; by default each of them has that of the course.

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
        budget: Budget | None = None,
    ) -> None:
        self._fork_server = fork_server
        self._course_limits = limits
        self._budget = budget
        self._exercise = exercise
        self._recorded = tuple(check.without_shrinking for check in recorded)
        self._largest = largest_sent(recorded)
        self._files = files
        self._pass_cache = PassCache() if pass_cache is None else pass_cache
        self._screens: dict[int, RecordedCheck] = {}  # by the place of the check
        self._shared: ReloadingClient | None = None
        self._diagnosed: dict[str, tuple[Verdict, tuple[Diagnosis, ...]]] = {}
        self.tried = 0

    def close(self) -> None:
        """End the worker that programs share."""
        if self._shared is not None:
            self._shared.__exit__()
            self._charge(self._shared.spent)
            self._shared = None

    @property
    def _limits(self) -> Limits:
        """The limits of a program now.

        Raises:
            OutOfTimeError: the budget is used up.
        """
        limits = self._budget.limits_for() if self._budget else self._course_limits
        if not limits.seconds_per_exercise:
            raise OutOfTimeError("the time for a search is used up")
        return limits

    def _charge(self, seconds: float) -> None:
        if self._budget:
            self._budget.spend("", seconds)

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
            if any(finding.failure is not None for finding in findings):
                return Verdict.of(findings)
            code = CodeReading(self._fork_server, self._course_limits, files)
            is_right = not broken_rule(self._exercise, client.library_calls, code)
        self._charge(code.seconds())
        return Verdict.of(findings, right=is_right)

    def diagnose(self, text: str) -> tuple[Verdict, tuple[Diagnosis, ...]]:
        """Run all checks on a program that fails some; return the mistakes that explain what it returns, too.

        Raises:
            SandboxError: the sandbox was lost.
        """
        if text not in self._diagnosed:
            with self._client(self._files_with(text), self._limits) as client:
                findings = run_checks(self._recorded, client, pass_cache=self._pass_cache)
                named = examine_safely(self._exercise, client, findings).reasons if is_explicable(findings) else ()
            self._diagnosed[text] = Verdict.of(findings), named
        return self._diagnosed[text]

    def set_screens(self, verdict: Verdict, telling: int | None = None) -> None:
        """Choose on what edits of a program are tried first: examples of the cheapest checks, the cheapest one first.

        Args:
            verdict: how the program was judged.
            telling: a check that it fails, to be among them whatever its cost.
        """
        screens = {at: _with_example(self._recorded[at], place) for at, place in verdict.failing.items()}
        costs = {at: _approximate_bytes(screen.examples[0]) for at, screen in screens.items()}
        cheapest = sorted(costs, key=lambda at: (at != telling, costs[at]))[:SCREENS]
        self._screens = {at: screens[at] for at in sorted(cheapest, key=costs.__getitem__)}

    def confirm_screens(self, text: str) -> None:
        """Take the whole of each check whose example a program passes alone: it fails only behind others.

        Args:
            text: the program that was judged.
        """
        client = self._shared_client(text, self._limits)
        findings = run_checks(list(self._screens.values()), client, pass_cache=self._pass_cache)
        for place, finding in zip(self._screens, findings, strict=True):
            if finding.failure is None:
                self._screens[place] = self._recorded[place]

    def screen(self, text: str, *, to_end: bool = False) -> int:
        """Try a program beside others; return how many of the screens it passes until it fails one.

        It runs again, alone, if others were computing in its time.

        Args:
            text: the program.
            to_end: whether to go on when it fails one.

        Raises:
            SandboxError: the sandbox was lost.
        """
        self.tried += 1
        client = self._shared_client(text, self._short())
        outcomes = self._outcomes(client, to_end=to_end)
        if "timed out" in outcomes and client.spent < SECONDS / 2:
            with self._client(self._files_with(text), self._limits) as alone:
                outcomes = self._outcomes(alone, to_end=to_end)
        return outcomes.count(PASSED)

    def _outcomes(self, client: SandboxClient, *, to_end: bool) -> list[str]:
        outcomes = list[str]()
        for screen in self._screens.values():
            (finding,) = run_checks([screen], client, pass_cache=self._pass_cache)
            outcomes.append(finding.outcome)
            if finding.outcome != PASSED and not to_end:
                break
        return outcomes

    @contextlib.contextmanager
    def _client(self, files: SubmissionFiles, limits: Limits) -> Iterator[SandboxClient]:
        """Yield the client of a new worker."""
        with SandboxClient(self._fork_server, files, limits, self._pass_cache, self._largest) as client:
            yield client
        self._charge(client.spent)

    def _shared_client(self, text: str, limits: Limits) -> ReloadingClient:
        """Return the client for programs that share a worker, with a program and its limits."""
        files = self._files_with(text)
        if self._shared is None:
            self._shared = ReloadingClient(self._fork_server, files, limits, self._pass_cache, self._largest)
        else:
            self._charge(self._shared.spent)
            self._shared.reload(files, limits)
        return self._shared

    def computed(self, texts: Iterable[str], requests: Sequence[EncodedRequest]) -> Iterator[tuple[Computed, ...]]:
        """Run traced programs; yield what each computes in each of some calls.

        They run in the worker that programs share.

        Raises:
            SandboxError: the sandbox was lost.
        """
        for text in texts:
            self.tried += 1
            answers = self._shared_client(text, self._short()).ask(requests)
            yield tuple([] if isinstance(item, NoResponse) else recorded_values(item) for item in answers)

    def failing_calls(self, verdict: Verdict) -> list[list[EncodedRequest]]:
        """Return the different requests of each example that a program fails: of core checks first, and small ones.

        Those on the stand-in of a GPU are left out, where the values of a program cannot be recorded.
        """
        found = list[tuple[bool, int, list[EncodedRequest]]]()
        for at, place in verdict.failing.items():
            check, example = self._recorded[at].check, self._recorded[at].examples[place]
            requests = {item.frame: item for item in example.requests if not item.get("stand_in")}
            found.append((check.info.level != "core", _approximate_bytes(example), list(requests.values())))
        return [requests for *_, requests in sorted(found, key=lambda item: item[:2]) if requests]

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
        limits = self._limits
        seconds = min(SECONDS, limits.seconds_per_request)
        return dataclasses.replace(limits, seconds_per_request=seconds, seconds_per_exercise=seconds)

    def _files_with(self, text: str | None) -> SubmissionFiles:
        if text is None:
            return self._files
        edited = {self._files.file: encode_like(text, self.source)}
        return dataclasses.replace(self._files, sources={**self._files.sources, **edited})


def _with_example(check: RecordedCheck, place: int) -> RecordedCheck:
    """Return a check with one of its examples only."""
    return RecordedCheck(check.check, (check.examples[place],))


def _approximate_bytes(example: RecordedExample) -> int:
    """Return about how many bytes are sent and returned for an example."""
    requests = {item.frame for item in example.requests}
    return sum(map(len, requests)) + len(requests) * example.largest


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
