"""What of an intake needs a person: hand-ins that are refused or unreadable, and what could not be assigned."""

from collections.abc import Iterator
from dataclasses import dataclass

from autograder.course import Course
from autograder.intake.student import UNUSED
from autograder.intake.submission import Intake, Submission

REFUSED, UNREADABLE, UNCLEAR = "refused", "unreadable", "unclear"


@dataclass(frozen=True)
class IntakeProblem:
    """Something that a person should look at before anything is graded.

    Attributes:
        kind: `refused`, `unreadable` or `unclear`.
        text: what it is about, in a sentence.
        student: the student, where it is about the hand-in of one.
        assignment: the assignment, where it is about one.
    """

    kind: str
    text: str
    student: str = ""
    assignment: str = ""

    def __str__(self) -> str:
        place = ", ".join(filter(None, (self.student, self.assignment)))
        return f"{self.kind}: {place}: {self.text}" if place else f"{self.kind}: {self.text}"


def intake_problems(intake: Intake, course: Course) -> list[IntakeProblem]:
    """Return the problems of an intake: of hand-ins first, then what is about no hand-in or about several.

    A file that was not used beside others that are graded is no problem; `intake` without options lists it.
    """
    problems = [problem for item in intake.submissions for problem in _of_submission(item, course)]
    explained = {item.student for item in intake.submissions if item.sources}
    explained |= {problem.student for problem in problems}
    said: dict[str, list[str]] = {}
    for problem in problems:
        said.setdefault(problem.student, []).append(problem.text)
    for line in intake.ignored:
        student, _, rest = line.partition(": ")
        known = any(rest in text for text in said.get(student, ()))
        if not known and not (line.endswith(UNUSED) and student in explained):
            problems.append(IntakeProblem(UNCLEAR, line))
    return problems


def _of_submission(item: Submission, course: Course) -> Iterator[IntakeProblem]:
    place = (item.student, item.assignment)
    if item.question:
        yield IntakeProblem(UNCLEAR, item.question, *place)
    if item.unreadable:
        yield IntakeProblem(UNREADABLE, "; ".join(item.unreadable), *place)
    elif item.received and not item.sources:
        expected = ", ".join(course.assignment(item.assignment).files)
        yield IntakeProblem(REFUSED, f"received {', '.join(item.received)}; expected {expected}", *place)
    elif item.refused:
        reasons = dict.fromkeys(item.missing[file] for file in sorted(item.refused))
        yield IntakeProblem(UNREADABLE, "; ".join(reasons), *place)
