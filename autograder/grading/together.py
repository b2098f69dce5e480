"""Judges all exercises of a file in one worker; what is not right there, or not beyond doubt, is judged alone.

An exercise is accepted only if every check passes, no library call that its rule forbids was recorded in the worker
until then (for whichever exercise, or while the file was loaded), and nothing happens to the worker afterwards either.
Neither the exercise nor its checks may use a definition of which a call could leave anything for a later one, and
loading the file may not do so either (`sandbox/guest/kept_state.py`). A definition
that is equal, with all that it uses, to one that was accepted in this run is accepted without being asked
(`sandbox/guest/closures.py`).

That is a long list and may have gaps, through which a program could pass on from one exercise to the next what it has
seen. So a few accepted exercises are drawn and judged alone as well (`determinism.py`). Somebody who knows which ones
could avoid them; that depends on the hidden requests.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from autograder.checking.recording import RecordedCheck
from autograder.checking.runner import Finding, PassCache, passed_findings
from autograder.course import Exercise
from autograder.grading.code_reading import CodeReading
from autograder.grading.from_scratch import broken_rule, reflection
from autograder.sandbox.host.shared_client import NotTogetherError, SharedClient

MAX_DEFINITIONS = 40_000  # some 4 MB
ONE_IN = 50  # accepted exercises, one is judged alone as well

ChecksByExercise = Mapping[tuple[str, str], tuple[RecordedCheck, ...]]  # by assignment id and exercise name


@dataclass(frozen=True)
class Passed:
    """An exercise of which every check passed.

    Attributes:
        findings: those of its checks.
        seconds: what its worker used for it.
        closure: the digest of its definition with all that it uses; empty if there is none.
    """

    findings: tuple[Finding, ...]
    seconds: float
    closure: str


@dataclass(frozen=True)
class JudgedTogether:
    """What is known of the exercises of a file after they shared a worker.

    Attributes:
        passed: those that are right beyond doubt, by name.
        uses: for each definition that keeps nothing between calls, which graded names it may use.
    """

    passed: dict[str, Passed]
    uses: dict[str, frozenset[str]]


class RightDefinitions:
    """The definitions that were right in this run, each with all that it uses: equal ones are not judged again.

    Args:
        most: how many are kept; then all are dropped, so that memory does not grow with the class.
    """

    def __init__(self, most: int = MAX_DEFINITIONS) -> None:
        self._keys: set[bytes] = set()
        self._most = most

    def add(self, checks: Iterable[RecordedCheck], closure: str) -> None:
        """Record that all these checks passed; a definition without a digest is not kept."""
        if closure:
            if len(self._keys) >= self._most:
                self._keys.clear()
            self._keys.add(_key(checks, closure))

    def has(self, checks: Iterable[RecordedCheck], closure: str) -> bool:
        """Whether all these checks passed on an equal definition."""
        return bool(closure) and _key(checks, closure) in self._keys

    def clear(self) -> None:
        """Drop all, because one of them may not have been right."""
        self._keys.clear()


def _key(checks: Iterable[RecordedCheck], closure: str) -> bytes:
    return hashlib.sha256(b"".join([closure.encode(), *(check.digest for check in checks)])).digest()


@dataclass(frozen=True)
class RunMemory:
    """What a run remembers: responses that passed, and definitions that were right."""

    pass_cache: PassCache
    definitions: RightDefinitions


def right_together(
    client: SharedClient,
    exercises: Sequence[Exercise],
    recorded: ChecksByExercise,
    memory: RunMemory,
    code: CodeReading,
) -> JudgedTogether:
    """Return which exercises of a file are right beyond doubt; the others may be right or not.

    Args:
        client: has the file, and has been asked nothing.
        exercises: those of the file.
        recorded: the recorded checks.
        memory: what was judged before.
        code: the code of the file.

    Raises:
        SandboxError: the sandbox was lost.
    """
    passed: dict[str, Passed] = {}
    try:
        with client:
            code.scan = client.scan  # if it was not read before
            if code.reflection:
                return JudgedTogether({}, {})
            sharing = [item for item in exercises if _may_share(item, client, recorded[item.key])]
            for exercise in sorted(sharing, key=lambda item: item.forbidden is None):
                before, closure = client.spent, client.closure(exercise.name)
                findings = _findings(recorded[exercise.key], client, closure, memory)
                if findings is not None and _keeps_its_rule(exercise, client, code):
                    passed[exercise.name] = Passed(tuple(findings), client.spent - before, closure)
            uses = client.uses()
    except NotTogetherError:
        return JudgedTogether({}, {})
    for exercise in exercises:
        if exercise.name in passed:
            memory.definitions.add(recorded[exercise.key], passed[exercise.name].closure)
    return JudgedTogether(passed, uses)


def _may_share(exercise: Exercise, client: SharedClient, checks: Sequence[RecordedCheck]) -> bool:
    """Whether nothing that an exercise and its checks use may keep something for another exercise."""
    return not any(map(client.may_keep, {exercise.name, *definitions_used(checks)}))


def definitions_used(checks: Iterable[RecordedCheck]) -> set[str]:
    """Return the names of the definitions that checks use beside their target."""
    requests = (request for check in checks for request in check.requests)
    steps = (step for request in requests for step in request.get("script", ()))
    return {step["name"] for step in steps if step["do"] == "definition"}


def _findings(
    checks: Sequence[RecordedCheck], client: SharedClient, closure: str, memory: RunMemory
) -> list[Finding] | None:
    """Return the findings if all checks pass, else None; an equal definition that passed is not asked again."""
    if memory.definitions.has(checks, closure):
        return [Finding(check.check.info, None, {}) for check in checks]
    return passed_findings(checks, client, memory.pass_cache)


def _keeps_its_rule(exercise: Exercise, client: SharedClient, code: CodeReading) -> bool:
    """Whether the worker has so far made no call that the rule of an exercise forbids.

    What another exercise called before could be kept for this one. So those with a rule come first.
    """
    calls = client.library_calls | client.loading_calls
    return not broken_rule(exercise, calls, code) and not reflection(exercise, client.loading_calls, code)


def is_drawn(checks: Iterable[RecordedCheck], sources: Mapping[str, bytes]) -> bool:
    """Whether an exercise of a submission is one of the few that are judged alone as well; the same in every run."""
    digests = [hashlib.sha256(source).digest() for source in sources.values()] + [check.digest for check in checks]
    return int.from_bytes(hashlib.sha256(b"".join(digests)).digest()[:8], "big") % ONE_IN == 0
