"""One submission, file by file: after each of them the report is written again."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from autograder.channels.gradescope.metadata import Metadata
from autograder.channels.gradescope.report import Report
from autograder.channels.gradescope.rules import as_it_counts
from autograder.course import Assignment, Course
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.read import bundle_from_folder, read_bundles
from autograder.intake.submission import Submission
from autograder.results.model import Grader, Result

STUDENT = "student"


def submissions_in(
    folder: Path, course: Course, wanted: tuple[Assignment, ...], metadata: Metadata
) -> tuple[Submission, ...]:
    """What was handed in for each assignment; late where the platform's dates say so."""
    found = read_bundles({STUDENT: bundle_from_folder(STUDENT, folder)}, course, wanted).submissions
    if not (metadata.late and metadata.created and metadata.due):
        return found
    created, due = (
        item.astimezone(metadata.due.tzinfo).replace(tzinfo=None) for item in (metadata.created, metadata.due)
    )
    note = f"handed in late: {created:%Y-%m-%d %H:%M}, due {due:%Y-%m-%d %H:%M}"
    return tuple(_late(item, note, created, due) if item.sources else item for item in found)


def _late(item: Submission, note: str, created: datetime, due: datetime) -> Submission:
    told = created.isoformat(timespec="seconds"), due.isoformat(timespec="seconds")
    return replace(item, late=True, notes=(*item.notes, note), handed_in=told[0], due=told[1])


def grade_all(
    bench: ExerciseGrader, course: Course, submissions: Sequence[Submission], grader: Grader, report: Report
) -> list[Result]:
    """The results, the same as of a class run; what is graded is in the report as soon as it is."""
    todo = [(course.assignment(item.assignment), item) for item in submissions]
    report.waiting = [(assignment, file) for assignment, _ in todo for file in assignment.files]
    report.write()
    results: list[Result] = []
    for assignment, submission in todo:
        for file in assignment.files:
            part = replace(assignment, exercises=assignment.of_file(file))
            graded = grade_submission(bench, part, submission, grader, course.visibility_of(assignment.id))
            if file == assignment.files[0]:
                results.append(graded)
            else:
                results[-1] = joined(results[-1], graded)
            report.results = as_it_counts([result.to_json() for result in results], course, report.metadata)
            report.waiting = report.waiting[1:]
            report.write()
    return results


def joined(before: Result, after: Result) -> Result:
    """Two files of one assignment; the same evidence is told once."""
    known = {(item.kind, item.evidence) for item in before.anomalies}
    new = tuple(item for item in after.anomalies if (item.kind, item.evidence) not in known)
    return replace(before, exercises=before.exercises + after.exercises, anomalies=before.anomalies + new)
