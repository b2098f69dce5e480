"""What `autograder explain` prints about each exercise. Imports torch."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.audit.programs import right_definitions
from autograder.cli.common import working
from autograder.course import Assignment, Course, Exercise
from autograder.execution.prewarm import RecordedChecks, record_checks
from autograder.intake.parser_process import ParserProcess
from autograder.intake.submission import Submission
from autograder.printable import printable
from autograder.repair.claims import (
    Claim,
    claim_sentences,
    claims_of,
    cost_sentence,
    marked_line,
    nothing_found_sentence,
    other_lines_sentence,
)
from autograder.repair.part import RIGHT, PartExplainer
from autograder.repair.search import SearchResult
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level

INDENT = "    "
__all__ = ["RIGHT", "Explained", "explanations", "json_event", "text_lines"]


@dataclass(frozen=True)
class Explained:
    """One exercise: what the search found, or why there was none."""

    exercise: Exercise
    remark: str = ""
    explanation: SearchResult | None = None
    claims: Sequence[Claim] = ()
    mistakes: Sequence[str] = ()  # named ones, in words, that what was found agrees with

    @property
    def is_open(self) -> bool:
        """Whether something is wrong and no line is known."""
        return self.explanation is not None and not self.claims


def explanations(
    course: Course, submission: Submission, chosen: Sequence[Exercise], candidates: int, level: Level
) -> Iterator[Explained]:
    """Yield the explanation of each chosen exercise.

    Raises:
        SandboxError: the sandbox was lost.
    """
    part = course.assignment(submission.assignment)
    recorded = _recorded(part, chosen)
    with ForkServer(level, course.limits) as fork_server, ParserProcess() as parser:
        explainer = PartExplainer(
            fork_server=fork_server,
            limits=course.limits,
            assignment=part,
            recorded=recorded,
            submission=submission,
            parser=parser,
        )
        for exercise in chosen:
            with working(f"{exercise.name}: trying edits"):
                remark = explainer.remark(exercise)
                if remark:
                    item = Explained(exercise, remark)
                else:
                    donors = right_definitions(course, exercise)
                    found = explainer.explain(exercise, donors, candidates)
                    refused = explainer.refuted(exercise, found)
                    named = [one.text for one in explainer.mistakes(exercise) if one.name not in refused]
                    item = Explained(exercise, "", found, claims_of(found), named)
            yield item


def _recorded(part: Assignment, chosen: Sequence[Exercise]) -> RecordedChecks:
    """Record the checks of all exercises of the chosen ones' files, because one may call another."""
    names = {item.name for exercise in chosen for item in part.of_file(exercise.file)}
    with working("recording the checks"):
        return record_checks([part], exercises=names)


def text_lines(item: Explained, *, show_edit: bool) -> Iterator[str]:
    """Yield what is printed about an exercise.

    Args:
        item: the exercise.
        show_edit: whether to show the smallest edit.
    """
    if item.explanation is None:
        yield f"{item.exercise.name}: {item.remark}"
        return
    place = f"{item.exercise.name} ({item.exercise.file}):"
    if not item.claims:
        yield f"{place} {printable(nothing_found_sentence(item.explanation))}"
    else:
        yield place
    yield from (f"{INDENT}looks like: {printable(text)}" for text in item.mistakes)
    for claim, sentence in zip(item.claims, claim_sentences(item.claims), strict=True):
        for line in _claim_lines(claim, sentence, show_edit=show_edit):
            yield f"{INDENT}{printable(line)}".rstrip()  # the code may contain anything
    yield f"{INDENT}({cost_sentence(item.explanation)})"


def _claim_lines(claim: Claim, sentence: str, *, show_edit: bool) -> Iterator[str]:
    yield sentence
    yield from (f"{INDENT}{line}" for line in marked_line(claim))
    if other := other_lines_sentence(claim):
        yield other
    if show_edit:
        yield "one edit that passes:"
        yield from (f"{INDENT}- {line.strip()}" for line in claim.before)
        yield from (f"{INDENT}+ {line.strip()}" for line in claim.after)


def json_event(item: Explained, *, show_edit: bool) -> dict[str, object]:
    """Return the same for programs."""
    name, found = item.exercise.name, item.explanation
    if found is None:
        return {"exercise": name, "remark": item.remark}
    cost = {"candidates": found.tried, "seconds": round(found.seconds, 2), "complete": found.complete}
    claims = [_claim_json(claim, show_edit=show_edit) for claim in item.claims]
    problem = {} if item.claims else {"problem": nothing_found_sentence(found)}
    named = {"looks_like": list(item.mistakes)} if item.mistakes else {}
    return {"exercise": name, "file": item.exercise.file, "mistakes": claims, **named, **problem, **cost}


def _claim_json(claim: Claim, *, show_edit: bool) -> dict[str, object]:
    shown = {
        "line": claim.line,
        "end_line": claim.end_line,
        "code": claim.code,
        "column": claim.column,
        "end_column": claim.end_column,
    }
    edit = {"before": claim.before, "after": claim.after} if show_edit else {}
    return {**shown, "kind": claim.kind, "other_lines": claim.other_lines, "edits": claim.count, **edit}
