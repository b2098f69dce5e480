"""Searches for the smallest edits after which every check passes; with several mistakes, one edit after the other."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from autograder.repair.enumeration import CANDIDATES, Enumerator
from autograder.repair.source import Edit, Text, edited_by_all, encode_like
from autograder.repair.trials import Trials, Verdict

MOST_STEPS = 3  # mistakes in one program
SLACK = 6  # how much larger than the smallest passing edit another one may be to count beside it
JUDGED = 8  # edits after which some checks more may pass, which are run on all checks


@dataclass(frozen=True)
class RepairStep:
    """An edit of a chain.

    Attributes:
        edit: what is changed, in the program that the earlier edits made.
        line: where that is in the student's own file.
    """

    edit: Edit
    line: int


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    Attributes:
        before: edits that are needed first, if there are several mistakes.
        passing: edits after each of which every check passes, the smallest first; empty if nothing was found.
        original: the text of the student's file.
        tried: how many programs were tried.
        seconds: how long that took.
        complete: whether everything was tried that the operators and donors yield.
        problem: why nothing could be tried.
    """

    before: tuple[RepairStep, ...] = ()
    passing: tuple[RepairStep, ...] = ()
    original: str = ""
    tried: int = 0
    seconds: float = 0.0
    complete: bool = True
    problem: str = ""


@dataclass(frozen=True)
class _Round:
    """What the edits of one program came to."""

    passing: tuple[Edit, ...]
    best: tuple[Edit, Verdict] | None
    complete: bool


class RepairSearch:
    """Searches the repairs of one exercise of one submission.

    Args:
        trials: runs the edited programs.
        enumerator: yields the edits of a program.
        candidates: how many programs are tried at most.
    """

    def __init__(self, trials: Trials, enumerator: Enumerator, candidates: int = CANDIDATES) -> None:
        self._trials = trials
        self._enumerator = enumerator
        self._candidates = candidates
        self._seen: set[str] = set()  # equal programs are tried once

    def run(self) -> SearchResult:
        """Search until all checks pass, or no edit makes more checks pass, or enough programs were tried.

        Raises:
            SandboxError: the sandbox was lost.
        """
        start = time.monotonic()
        found = self._searched()
        return replace(found, tried=self._trials.tried, seconds=time.monotonic() - start)

    def _searched(self) -> SearchResult:
        steps: list[RepairStep] = []
        data, verdict = self._trials.source, self._trials.judge()
        original = ""
        joint: tuple[tuple[Edit, ...], ...] = ()
        for _ in range(MOST_STEPS):
            program = self._enumerator.edits_of(data)
            original, joint = original or program.text, joint if steps else program.joint
            if program.problem:
                return SearchResult(original=original, problem="" if steps else program.problem)
            result = self._round(Text(program.text), program.edits, verdict)
            if result.passing:
                passing = tuple(RepairStep(edit, original_line(edit.place.line, steps)) for edit in result.passing)
                return SearchResult(tuple(steps), passing, original, complete=result.complete)
            if result.best is None or not result.complete:
                return self._jointly(original, joint, complete=result.complete)
            edit, verdict = result.best
            steps.append(RepairStep(edit, original_line(edit.place.line, steps)))
            data = encode_like(Text(program.text).edited(edit), data)
        return self._jointly(original, joint, complete=True)

    def _jointly(self, original: str, groups: Sequence[tuple[Edit, ...]], *, complete: bool) -> SearchResult:
        """Take over all that is different in a right program, and give back what is not needed."""
        for group in groups:
            if self._passes_with(original, group):
                needed = self._needed(original, group)
                if len(needed) <= MOST_STEPS:
                    *before, last = (RepairStep(edit, edit.place.line) for edit in needed)
                    return SearchResult(tuple(before), (last,), original, complete=complete)
        return SearchResult(original=original, complete=complete)

    def _needed(self, original: str, group: Sequence[Edit]) -> list[Edit]:
        needed = list(group)
        for edit in group:
            fewer = [item for item in needed if item is not edit]
            if fewer and self._passes_with(original, fewer):
                needed = fewer
        return needed

    def _passes_with(self, original: str, edits: Sequence[Edit]) -> bool:
        text = edited_by_all(Text(original), edits)
        if not text or text in self._seen or self._trials.tried >= self._candidates:
            return False
        self._seen.add(text)
        return self._trials.passes(text)

    def _round(self, program: Text, edits: Sequence[Edit], verdict: Verdict) -> _Round:
        """Try the edits of one program, until those left are much larger than one that passes."""
        self._trials.set_screens(program.text, verdict.passed)
        self._seen.add(program.text)
        passing: list[Edit] = []
        partial: list[tuple[int, Edit]] = []
        for edit in edits:
            if passing and edit.rank[0] > passing[0].rank[0] + SLACK:
                break
            text = program.edited(edit)
            if text in self._seen:
                continue
            if self._trials.tried >= self._candidates:
                return _Round(tuple(passing), None, complete=False)
            self._seen.add(text)
            passed = self._trials.screen(text)
            if passed == self._trials.screens and self._trials.judge(text).right:
                passing.append(edit)
            else:
                partial += [(passed, edit)] if passed else []
        best = None if passing else self._best(program, partial, verdict)
        return _Round(tuple(passing), best, complete=True)

    def _best(
        self, program: Text, partial: Sequence[tuple[int, Edit]], verdict: Verdict
    ) -> tuple[Edit, Verdict] | None:
        """Return the edit after which most checks pass, and all that passed before."""
        promising = sorted(partial, key=lambda item: -item[0])[:JUDGED]  # of equal ones, the smaller edit comes first
        judged = [(edit, self._trials.judge(program.edited(edit))) for _, edit in promising]
        better = [(edit, after) for edit, after in judged if after.passed > verdict.passed]
        return max(better, key=lambda item: len(item[1].passed), default=None)


def original_line(line: int, steps: Sequence[RepairStep]) -> int:
    """Return the line of the student's file that has become this line after some edits."""
    for step in reversed(steps):
        span, added = step.edit.span, step.edit.added_lines
        if line > span.end_line + added:
            line -= added
        elif line > span.line:
            line = min(line, span.end_line)
    return line
