"""Searches for edits after which every check passes: best-first over the programs that edits make of a student's.

Of each program, edits are tried in the order of their ranks. From those after which more checks pass, and none is lost,
the search goes on: so two mistakes are mended one after the other. What is tried depends on the submission and the
course alone, never on time.
"""

import difflib
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from autograder.course import Exercise
from autograder.diagnosis.mistakes import Diagnosis
from autograder.repair.enumeration import CANDIDATES, Enumerator, Program, Ways
from autograder.repair.ranking import RankedEdit
from autograder.repair.source import Edit, Text, edited_by_all, encode_like
from autograder.repair.trials import Trials, Verdict
from autograder.repair.undoing import undoings_of

AT_LEAST = 2  # programs that are tried even if the first one passes: another line may do as well
LEAST_LIKENESS = 0.2  # an edit that is less like what undoes a mistake is no evidence if some checks still fail
MOST_TOGETHER = 3  # places that one right program mends together
MOST_BESIDE = 120  # edits of one place that are tried where a right program as a whole comes to several


@dataclass(frozen=True)
class Effort:
    """How much is tried.

    Attributes:
        programs: in all.
        edits: of one program; None stands for all.
        to_end: edits of one program that are tried on all screens, even if they fail the first.
        judged: edits of one program after which a screen passes, and which are tried on all checks.
        followed: of these, from which the search goes on.
        steps: edits before the last one.
    """

    programs: int
    edits: int | None
    to_end: int
    judged: int
    followed: int
    steps: int

    @property
    def is_whole(self) -> bool:
        """Whether all edits of a program are tried."""
        return self.edits is None


FEW = Effort(programs=60, edits=20, to_end=6, judged=3, followed=2, steps=1)  # in a class run
MANY = Effort(programs=CANDIDATES, edits=None, to_end=CANDIDATES, judged=8, followed=2, steps=3)


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
class Better:
    """An edit after which more checks pass than before, and none is lost.

    Attributes:
        edit: the edit.
        verdict: of the program that it makes.
        likeness: how much the edit is like what undoes a named mistake.
        named: the mistakes of that program, if the search went on from there.
    """

    edit: Edit
    verdict: Verdict
    likeness: float = 0.0
    named: tuple[Diagnosis, ...] = ()

    @property
    def passed(self) -> frozenset[int]:
        """The checks that pass."""
        return self.verdict.passed


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    Attributes:
        before: edits that come first, if there are several mistakes.
        passing: edits after each of which every check passes, the first one to be told first; empty if nothing was
            found.
        original: the text of the student's file.
        together: edits of the student's file, one for each of several named mistakes, that pass together.
        better: edits of the student's file with which not all is mended, the best first.
        followed: those from which the search went on.
        tried: how many programs were tried.
        seconds: how long that took.
        complete: whether everything was tried that there is.
        problem: why nothing could be tried.
    """

    before: tuple[RepairStep, ...] = ()
    passing: tuple[RepairStep, ...] = ()
    original: str = ""
    together: tuple[Edit, ...] = ()
    better: tuple[Better, ...] = ()
    followed: tuple[Better, ...] = ()
    tried: int = 0
    seconds: float = 0.0
    complete: bool = True
    problem: str = ""


@dataclass(frozen=True)
class State:
    """A program on the way: how it was judged, and the edits that led to it.

    Attributes:
        data: its file.
        verdict: how it was judged.
        ways: for each of its named mistakes, the ways to undo it; one without ways if none is named.
        telling: the failed check that names the first mistake, if any does.
        steps: the edits.
    """

    data: bytes
    verdict: Verdict
    ways: Ways = ((),)
    telling: int | None = None
    steps: tuple[RepairStep, ...] = ()


@dataclass
class Search:
    """Searches the repairs of one exercise of one submission.

    Attributes:
        exercise: the exercise.
        trials: runs the edited programs.
        enumerator: yields the edits of a program.
        effort: how much is tried.
    """

    exercise: Exercise
    trials: Trials
    enumerator: Enumerator
    effort: Effort
    _seen: set[str] = field(default_factory=set)
    _complete: bool = True

    def run(self, start: State) -> SearchResult:
        """Search until all checks pass, or no edit brings the program nearer to that, or enough programs were tried.

        Raises:
            SandboxError: the sandbox was lost.
        """
        began = time.monotonic()
        found = self._searched(start)
        return replace(found, tried=self.trials.tried, seconds=time.monotonic() - began, complete=self._complete)

    def _searched(self, start: State) -> SearchResult:
        first = SearchResult()
        pending = [start]
        while pending:
            state = max(pending, key=lambda item: len(item.verdict.passed))  # of equal ones, the first
            pending.remove(state)
            program = self.enumerator.program(state.data, state.ways, self.effort.edits)
            if state is start:
                first = SearchResult(original=program.text, problem=program.problem)
                self._seen.add(program.needed)
            found, better = self._expanded(state, program)
            if found is not None:
                before = self._marked(first.original, found)
                return replace(first, before=before, passing=found.passing, together=found.together)
            followed = tuple(self._followed(program, better)) if len(state.steps) < self.effort.steps else ()
            if state is start:
                first = replace(first, better=tuple(better), followed=followed)
            pending += [self._after(state, program, item) for item in followed]
        return first

    def _expanded(self, state: State, program: Program) -> tuple[SearchResult | None, list[Better]]:
        """Try the edits of a program; return what mends it, or else those after which more checks pass."""
        if program.problem or not (program.edits or program.joint):
            return None, []
        self.trials.set_screens(state.verdict, state.telling)
        if self.effort.is_whole:
            self.trials.confirm_screens(program.needed)
        together = self._together(program)
        edits = program.edits[:MOST_BESIDE] if together else program.edits
        passing, near = self._tried(program, edits)
        if passing and (self.effort.is_whole or not state.steps or is_one_place(passing[0])):
            return SearchResult(state.steps, placed(passing, state.steps)), []
        if together and self.effort.is_whole:
            before, last = self._refined(program, together)
            return SearchResult((*state.steps, *placed(before, state.steps)), placed(last, state.steps)), []
        if together:
            return SearchResult(together=together), []
        text, promising = Text(program.text), sorted(near, key=lambda pair: (is_unlike(pair[1]), -pair[0]))
        judged = (
            Better(item.edit, self.trials.judge(text.edited(item.edit)), item.likeness)
            for _, item in promising[: self.effort.judged]
        )
        better = [item for item in judged if item.passed > state.verdict.passed]
        return None, sorted(better, key=lambda item: -len(item.passed))

    def _tried(self, program: Program, edits: Sequence[RankedEdit]) -> tuple[list[Edit], list[tuple[int, RankedEdit]]]:
        """Return the edits after which all checks pass, and those after which some screens do, with their number.

        The screens are tried on what the exercise needs of the file, which is loaded sooner; all checks, on the whole.
        """
        text, needed = Text(program.text), Text(program.needed)
        passing, near = list[Edit](), list[tuple[int, RankedEdit]]()
        for place, item in enumerate(edits):
            if passing and not self._counts_beside(passing, item, place):
                continue
            edited = needed.edited(item.edit)
            if edited in self._seen:
                continue
            if not self._may_try():
                break
            self._seen.add(edited)
            count = self.trials.screen(edited, to_end=place < self.effort.to_end)
            if count == self.trials.screens and self.trials.judge(text.edited(item.edit)).right:
                passing.append(item.edit)
            elif count:
                near.append((count, item))
        return sorted(passing, key=lambda edit: edit.rank) if self.effort.is_whole else passing, near

    def _counts_beside(self, passing: Sequence[Edit], item: RankedEdit, place: int) -> bool:
        """Whether an edit counts although another one passes: it is no larger by much, if every edit is tried.

        In a class run, it is one of the first, or does the same elsewhere: if `x` in place of `f(x)` does in one line,
        it may do in another.
        """
        if self.effort.is_whole:
            return not item.edit.is_much_larger_than(min(passing, key=lambda edit: edit.rank))
        return place < AT_LEAST or any(is_same_elsewhere(item.edit, edit) for edit in passing)

    def _may_try(self) -> bool:
        self._complete = self.trials.tried < self.effort.programs
        return self._complete

    def _followed(self, program: Program, better: Sequence[Better]) -> Iterator[Better]:
        """Yield the best edits of one place, with the mistakes that are named after them."""
        text = Text(program.text)
        for item in [one for one in better if is_one_place(one.edit)][: self.effort.followed]:
            verdict, named = self.trials.diagnose(text.edited(item.edit))
            if len(verdict.passed) < self.trials.checks:  # else the from-scratch rule is broken
                yield replace(item, verdict=verdict, named=named)

    def _after(self, state: State, program: Program, item: Better) -> State:
        data = encode_like(Text(program.text).edited(item.edit), state.data)
        ways = undoings_of(self.exercise, item.named[0].name) if item.named else ()
        return State(data, item.verdict, (ways,), None, (*state.steps, *placed([item.edit], state.steps)))

    def _passes(self, program: Program, edits: Sequence[Edit]) -> bool:
        """Whether all checks pass after several edits."""
        needed = edited_by_all(Text(program.needed), edits)
        if not needed or not self._may_try() or self.trials.screen(needed) < self.trials.screens:
            return False
        return self.trials.judge(edited_by_all(Text(program.text), edits)).right

    def _together(self, program: Program) -> tuple[Edit, ...]:
        """Return the first edits of different places that pass together; of a right program, no more than it takes."""
        for group in program.joint:
            if self._passes(program, group):
                needed = self._least(program, group) if self.effort.is_whole else group
                if 1 < len(needed) <= MOST_TOGETHER:
                    return needed
        return ()

    def _least(self, program: Program, group: Sequence[Edit]) -> tuple[Edit, ...]:
        """Give back edits one by one, as long as all checks pass without them."""
        needed = list(group)
        for edit in group:
            fewer = [item for item in needed if item is not edit]
            if fewer and self._passes(program, fewer):
                needed = fewer
        return tuple(needed)

    def _refined(self, program: Program, edits: Sequence[Edit]) -> tuple[list[Edit], list[Edit]]:
        """Replace each edit by the smallest ones of its lines that pass in its place, with the others as they are.

        Args:
            program: the program.
            edits: which pass together, the last of the file first: then those above stay where they are.

        Returns:
            One edit of each place but the first of the file, and all those of that one.
        """
        before, last, text = list[Edit](), list[Edit](), Text(program.text)
        own = sorted((item.edit for item in program.edits), key=lambda edit: edit.rank)
        for place, edit in enumerate(edits):
            before += last[:1]
            others = (*before, *edits[place + 1 :])
            self.trials.set_screens(self.trials.judge(edited_by_all(text, others)))
            near = (one for one in own if one.rank < edit.rank and not set(one.span.lines).isdisjoint(edit.span.lines))
            last = list[Edit]()
            for small in near:
                if last and small.is_much_larger_than(last[0]):
                    break
                last += [small] if self._passes(program, (small, *others)) else []
            last = last or [edit]
        return before, last

    def _marked(self, original: str, found: SearchResult) -> tuple[RepairStep, ...]:
        """Return the edits that come first, with whether each is needed."""
        if not found.before:
            return ()
        mended = original
        for step in (*found.before, *found.passing[:1]):
            mended = Text(mended).edited(step.edit)
        movable = {step.line for step in found.before if step.edit.shown is None}
        fixed = {step.line for step in found.before} - movable | {step.line for step in found.passing[:1]}
        needed = needed_lines(original, mended, movable, fixed, lambda text: self.trials.judge(text).right)
        return tuple(replace(step, needed=step.line in needed) for step in found.before)


def is_unlike(item: RankedEdit) -> bool:
    """Whether an edit is hardly like what undoes a named mistake."""
    return item.likeness < LEAST_LIKENESS


def is_one_place(edit: Edit) -> bool:
    """Whether an edit changes one line or swaps two: of two edits, larger ones may mend what is no mistake."""
    return edit.place.end_line - edit.place.line <= 1 and not edit.is_copied


def is_same_elsewhere(edit: Edit, other: Edit) -> bool:
    """Whether an edit puts the same in the place of something in another line."""
    return (edit.kind, edit.new) == (other.kind, other.new) and edit.place.line != other.place.line


def placed(edits: Sequence[Edit], steps: Sequence[RepairStep] = ()) -> tuple[RepairStep, ...]:
    """Return edits that come after some steps, with the lines of the student's file."""
    return tuple(RepairStep(edit, original_line(edit.place.line, steps)) for edit in edits)


def original_line(line: int, steps: Sequence[RepairStep]) -> int:
    """Return the line of the student's file that has become this line after some edits."""
    for step in reversed(steps):
        span, added = step.edit.span, step.edit.added_lines
        if line > span.end_line + added:
            line -= added
        elif line > span.line:
            line = min(line, span.end_line)
    return line


def needed_lines(
    original: str, mended: str, lines: Collection[int], kept: Collection[int], passes: Callable[[str], bool]
) -> set[int]:
    """Return the changed lines without whose changes the program is wrong.

    Args:
        original: the student's program.
        mended: the program after all edits.
        lines: of the original, whose changes may not be needed.
        kept: those whose changes are: the line of the last edit, for one.
        passes: whether a program passes every check.
    """
    needed = {*lines, *kept}
    for line in sorted(needed.difference(kept)):
        fewer = changed_in(original, mended, needed - {line})
        undone = changed_in(original, mended, {line}) == original
        if undone or (fewer != mended and passes(fewer)):
            needed.remove(line)
            mended = mended if undone else fewer
    return needed if passes(changed_in(original, mended, needed)) else {*lines, *kept}


def changed_in(original: str, mended: str, lines: Collection[int]) -> str:
    """Return the original with only those changes of the mended program that are in, or beside, some of its lines."""
    old = original.splitlines(keepends=True)
    pieces: list[str] = []
    for start, end, new in _changes(old, mended.splitlines(keepends=True)):
        first = start if start == end else start + 1  # an insertion is beside the lines before and after it
        taken = any(first <= line <= max(end, start + 1) for line in lines)
        pieces += new if taken else old[start:end]
    return "".join(pieces)


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, Sequence[str]]]:
    """Yield the pieces of a text, by their first line and the line behind the last, and what takes their place."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind == "replace" and end - start == new_end - new_start:
            yield from ((start + place, start + place + 1, [new[new_start + place]]) for place in range(end - start))
        else:
            yield start, end, new[new_start:new_end]
