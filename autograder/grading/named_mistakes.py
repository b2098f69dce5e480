"""Finds the named mistakes with which a right program of the course answers the checks as a submission does.

A submission counts as the right program with one or two edits if its answers to all core checks are those of that
program, so that all programs with these answers lose the same. Robustness checks that fail for another reason cost
their own points, and so do checks in which an exception is asked for and it raises another one. Everything else keeps
the points of its checks.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from autograder.checking.recording import RecordedCheck
from autograder.checking.runner import Finding, PassCache
from autograder.course import Exercise
from autograder.course.model import Rubric
from autograder.diagnosis.edited_answers import Answers, JudgedProgram, judge_edits
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.model import Edits, mistake_name
from autograder.diagnosis.same_answers import same_response
from autograder.results.rubric import NamedMistakes
from autograder.sandbox.host.target import CallResponse, EncodedRequest, NoResponse

MOST_TRIED = 6  # edits, or pairs, whose answers to all checks are compared


@dataclass(frozen=True)
class JudgedSubmission:
    """How a submission did in one exercise.

    Attributes:
        exercise: the exercise.
        recorded: its checks.
        findings: how they ended, in the same order.
        answers: the answers to the recorded requests.
        edits: those with which the right program answers the probes of the diagnosis alike.
        pass_cache: the responses with which these checks have passed.
    """

    exercise: Exercise
    recorded: tuple[RecordedCheck, ...]
    findings: tuple[Finding, ...]
    answers: Answers
    edits: tuple[Edits, ...]
    pass_cache: PassCache

    @functools.cached_property
    def passed(self) -> frozenset[str]:
        """The ids of the checks that passed."""
        return frozenset(item.info.id for item in self.findings if item.failure is None)

    @functools.cached_property
    def raising_another(self) -> frozenset[str]:
        """The ids of the failed checks in which it raises an exception of another type than the right program does."""
        failed = (item for item in self.recorded if item.check.info.id not in self.passed)
        return frozenset(item.check.info.id for item in failed if any(map(self._raises_another, item.requests)))

    def _raises_another(self, request: EncodedRequest) -> bool:
        found = _raised(self.answers[request.frame])
        wanted = _raised(self.judge(()).answer(request)) if found else None
        return bool(found and wanted and wanted["type"] not in found["chain"])

    @functools.cached_property
    def core(self) -> list[RecordedCheck]:
        """The core checks that tell programs apart, those that failed first: they do so soonest."""
        core = (item for item in self.recorded if item.check.info.level == "core")
        own = [item for item in core if item.check.info.id not in self.raising_another]
        return sorted(own, key=lambda item: item.check.info.id in self.passed)

    def judge(self, edits: Edits) -> JudgedProgram:
        """Return how the right program with some edits does in the same checks."""
        return judge_edits(self.exercise, edits, self.recorded, self.pass_cache)


def match_rubric(rubric: Rubric, judged: JudgedSubmission) -> tuple[NamedMistakes, ...]:
    """Return the mistakes that a submission may consist of, all of which have prices; none if its checks decide alone.

    One mistake comes before two. Which of several counts depends on the prices (`grading.prices`).
    """
    if not rubric.any or not judged.edits:
        return ()
    try:
        return _matches(rubric, judged)
    except Exception:  # noqa: BLE001 - a forged response may contain anything
        return ()


def _matches(rubric: Rubric, judged: JudgedSubmission) -> tuple[NamedMistakes, ...]:
    named = [(edits, _names(edits, judged.exercise)) for edits in judged.edits]
    known = [item for item in named if all(rubric.share_of(*mistake) for mistake in item[1])]
    for count in sorted({len(edits) for edits, _ in known}):
        tried = [item for item in known if len(item[0]) == count][:MOST_TRIED]
        same = [_match(judged, *item) for item in tried if _is_same(judged, judged.judge(item[0]))]
        if same:
            return tuple(dict.fromkeys(same))
    return ()


def _names(edits: Edits, exercise: Exercise) -> tuple[tuple[str, str], ...]:
    """Return the name of each mistake, and its family in an exercise."""
    names = [mistake_name(option) for _, option in edits]
    return tuple((name, load_mistakes()[name].at(exercise.name).family) for name in names)


def _is_same(judged: JudgedSubmission, program: JudgedProgram) -> bool:
    """Whether submission and program answer every core check alike, and pass the same ones.

    Checks in which the submission only raises another exception than it should are left out.
    """
    requests = (request for item in judged.core for request in item.requests)
    if not all(same_response(program.answer(request), judged.answers[request.frame]) for request in requests):
        return False
    alike = (program.passes(item) == (item.check.info.id in judged.passed) for item in judged.core)
    return bool(judged.core) and all(alike)


def _raised(answer: CallResponse | NoResponse) -> Mapping[str, Any] | None:
    return None if isinstance(answer, NoResponse) else answer.get("raised")


def _match(judged: JudgedSubmission, edits: Edits, names: tuple[tuple[str, str], ...]) -> NamedMistakes:
    program, right = judged.judge(edits), judged.judge(())
    failed = (item for item in judged.recorded if item.check.info.id not in judged.passed)
    beside = tuple(
        item.check.info.id
        for item in failed
        if program.passes(item) or not right.passes(item) or item.check.info.id in judged.raising_another
    )
    return NamedMistakes(names, beside, tuple(judged.judge((edit,)).passed for edit in edits) if len(edits) > 1 else ())
