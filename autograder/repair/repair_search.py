"""Searches for the smallest edits after which every check passes; with several mistakes, one edit after the other.

Edits that bring a program nearer to a right one are followed, the best first. Where all of them lead nowhere, two small
edits are tried together.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from autograder.repair.candidates import Candidates
from autograder.repair.enumeration import CANDIDATES, Enumerated, Enumerator
from autograder.repair.guidance import Guide
from autograder.repair.joint_repair import JointSearch, edits_near
from autograder.repair.needed_steps import needed_lines
from autograder.repair.source import Edit, Text, encode_like
from autograder.repair.trials import Trials, Verdict

MOST_ELSEWHERE = 120  # small edits of lines that a near right program has as they are
MOST_STEPS = 3  # edits before the last one
MOST_FOLLOWED = 2  # edits after which more checks pass, from each of which the search goes on
JUDGED = 8  # edits after which some checks more may pass, which are run on all checks


@dataclass(frozen=True)
class RepairStep:
    """An edit of a chain.

    Attributes:
        edit: what is changed, in the program that the earlier edits made.
        line: where that is in the student's own file.
        needed: whether the program is wrong without it; a later edit may have undone it.
    """

    edit: Edit
    line: int
    needed: bool = True


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    Attributes:
        before: edits that come first, if there are several mistakes.
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
    """What the edits of one program came to: those that pass, or those after which a check more may pass."""

    passing: tuple[Edit, ...] = ()
    partial: tuple[tuple[int, Edit], ...] = ()
    complete: bool = True


@dataclass(frozen=True)
class _State:
    """A program on the way: its file, how it was judged, and the edits that led to it."""

    program: Enumerated
    data: bytes
    verdict: Verdict
    steps: tuple[RepairStep, ...] = ()


@dataclass(frozen=True)
class _DeadEnd:
    """A program that was not mended, with the edits after which more checks may pass, and those followed in vain."""

    state: _State
    partial: tuple[Edit, ...]
    followed: list[Edit] = field(default_factory=list)

    @property
    def promising(self) -> tuple[Edit, ...]:
        """The edits that are combined with others first, each once."""
        return tuple(dict.fromkeys([*self.followed, *self.partial]))


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
        self._candidates = Candidates(trials, candidates)
        self._joint = JointSearch(self._candidates)
        self._guide = Guide(self._candidates, enumerator)
        self._seen = set[str]()
        self._dead_ends = list[_DeadEnd]()

    def run(self) -> SearchResult:
        """Search until all checks pass, or no edit brings the program nearer to that, or enough programs were tried.

        Raises:
            SandboxError: the sandbox was lost.
        """
        start = time.monotonic()
        found = self._searched()
        return replace(found, tried=self._trials.tried, seconds=time.monotonic() - start)

    def _searched(self) -> SearchResult:
        data, verdict = self._trials.source, self._trials.judge()
        program = self._enumerator.edits_of(data)
        if program.problem:
            return SearchResult(original=program.text, problem=program.problem)
        self._seen = {program.text}
        result = self._mended(_State(program, data, verdict)) or self._by_two()
        if result is None:
            return SearchResult(original=program.text, complete=not self._candidates.exhausted)
        return replace(result, original=program.text, before=self._marked(program.text, result))

    def _marked(self, original: str, result: SearchResult) -> tuple[RepairStep, ...]:
        """Return the edits that come first, with whether each is needed."""
        mended = original
        for step in (*result.before, result.passing[0]):
            mended = Text(mended).edited(step.edit)
        movable = {step.line for step in result.before if step.edit.shown is None}
        fixed = {step.line for step in result.before} - movable
        needed = needed_lines(original, mended, movable, {result.passing[0].line, *fixed}, self._candidates.passes)
        return tuple(replace(step, needed=step.line in needed) for step in result.before)

    def _mended(self, state: _State) -> SearchResult | None:
        """Search from one program: what mends it, else what mends a program that one edit leads to."""
        result, round_ = self._at_once(state.program, state.verdict, state.steps)
        if result is not None:
            return result
        dead_end = _DeadEnd(state, tuple(edit for _, edit in sorted(round_.partial, key=lambda item: -item[0])))
        self._dead_ends.append(dead_end)
        for other in self._following(state, round_) if len(state.steps) < MOST_STEPS else ():
            if (result := self._mended(other)) is not None:
                return result
            dead_end.followed.append(other.steps[-1].edit)
        return None

    def _following(self, state: _State, round_: _Round) -> Iterator[_State]:
        """Yield the programs that are nearer to a right one, those that no other chain of edits has led to."""
        for edit, verdict in self._steps(state.program, state.data, state.verdict, round_):
            text = Text(state.program.text).edited(edit)
            if text in self._seen or self._candidates.exhausted:
                continue
            self._seen.add(text)
            data = encode_like(text, state.data)
            program = self._enumerator.edits_of(data)
            if not program.problem:
                steps = (*state.steps, RepairStep(edit, original_line(edit.place.line, state.steps)))
                yield _State(program, data, verdict, steps)

    def _by_two(self) -> SearchResult | None:
        """Mend a program by two small edits that only pass together: the student's own first, then those on the way."""
        for dead_end in self._dead_ends:
            state = dead_end.state
            if self._candidates.exhausted:
                return None
            self._candidates.aim_at(state.program.text, state.verdict)
            needed = self._joint.small_pair(state.program, dead_end.promising)
            if needed:
                return self._refined(state.program, state.steps, needed)
        return None

    def _at_once(
        self, program: Enumerated, verdict: Verdict, steps: Sequence[RepairStep]
    ) -> tuple[SearchResult | None, _Round]:
        """Mend what is wrong by one edit, or by several that only pass together."""
        self._candidates.aim_at(program.text, verdict)
        needed = self._joint.needed(program)
        several = len(needed) > 1
        round_ = self._round(program.text, _likely(program.edits, needed) if several else program.edits)
        if round_.passing:
            return _result(steps, (), round_.passing, complete=round_.complete), round_
        needed = needed if several else self._joint.combined(program)
        if not needed:
            return None, round_
        return self._refined(program, steps, needed), round_

    def _refined(self, program: Enumerated, steps: Sequence[RepairStep], needed: Sequence[Edit]) -> SearchResult:
        repair = self._joint.refined(program, needed)
        return _result(steps, repair.before, repair.last, complete=not self._candidates.exhausted)

    def _round(self, text: str, edits: Sequence[Edit]) -> _Round:
        """Try the edits of one program, until those left are much larger than one that passes."""
        program, passing, partial = Text(text), list[Edit](), list[tuple[int, Edit]]()
        for edit in edits:
            if passing and edit.is_much_larger_than(passing[0]):
                break
            edited = program.edited(edit)
            if self._candidates.known(edited) is None:
                if self._candidates.exhausted:
                    return _Round(tuple(passing), tuple(partial), complete=False)
                passed = self._candidates.try_out(edited)
                partial += [(passed, edit)] if passed else []
            elif not self._candidates.known(edited):
                continue
            passing += [edit] if self._candidates.known(edited) else []
        return _Round(tuple(passing), tuple(partial))

    def _steps(
        self, program: Enumerated, data: bytes, verdict: Verdict, round_: _Round
    ) -> Iterator[tuple[Edit, Verdict]]:
        """Yield the edits that bring a program nearer to a right one: by its checks, then by what it computes."""
        text = Text(program.text)
        promising = sorted(round_.partial, key=lambda item: -item[0])[:JUDGED]  # of equal ones, the smaller edit first
        judged = [(edit, self._trials.judge(text.edited(edit))) for _, edit in promising]
        better = [(edit, after) for edit, after in judged if after.passed > verdict.passed]
        yield from sorted(better, key=lambda item: -len(item[1].passed))[:MOST_FOLLOWED]
        self._candidates.aim_at(program.text, verdict)
        for edit in self._guide.nearer(program, data):
            after = self._trials.judge(text.edited(edit))
            if len(after.passed) >= len(verdict.passed):
                yield edit, after


def _likely(edits: Sequence[Edit], needed: Sequence[Edit]) -> list[Edit]:
    """Return the edits one of which may do what several statements of a right program do: small ones, and near ones."""
    near = edits_near(edits, needed)
    return [edit for place, edit in enumerate(edits) if place < MOST_ELSEWHERE or edit in near]


def _result(
    steps: Sequence[RepairStep], before: Sequence[Edit], passing: Sequence[Edit], *, complete: bool
) -> SearchResult:
    """Return what was found, with the lines of the student's file; `before` leaves the lines above as they are."""
    placed = [RepairStep(edit, original_line(edit.place.line, steps)) for edit in (*before, *passing)]
    return SearchResult((*steps, *placed[: len(before)]), tuple(placed[len(before) :]), complete=complete)


def original_line(line: int, steps: Sequence[RepairStep]) -> int:
    """Return the line of the student's file that has become this line after some edits."""
    for step in reversed(steps):
        span, added = step.edit.span, step.edit.added_lines
        if line > span.end_line + added:
            line -= added
        elif line > span.line:
            line = min(line, span.end_line)
    return line
