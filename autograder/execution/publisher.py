"""Writes the output folder: the files of each student and of the class, which are all made from result.json."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.course import Course
from autograder.execution.score_changes import change_between, reasons_between
from autograder.execution.source_hashes import template_hash
from autograder.intake.spool import files_hash
from autograder.policies import policy_hash, score_policy_hash, visibility_phase, with_policies
from autograder.policies.totals import CourseTotal
from autograder.reports.class_page import class_page_content, student_pages
from autograder.reports.commands import NO_OPTIONS, RunOptions
from autograder.reports.feedback_text import feedback_markdown
from autograder.reports.grades_table import grades_csv, totals_csv
from autograder.reports.pages import class_html, feedback_html, student_page_html
from autograder.reports.people import PEOPLE_FILE, Person, people_csv, read_people
from autograder.results.adjustments import FILE_NAME, Adjustments
from autograder.results.files import remove_temp_files, sync_all, write_text
from autograder.results.folder_names import folder_names, has_review
from autograder.results.model import GradingFailure, Json, json_text
from autograder.results.store import PublishedState, ResultKey, Store, StoredSummaries, result_key
from autograder.results.summary import summarize

STUDENT_PAGE = re.compile(r"students-[1-9]\d*\.html")
TOTALS_FILE = "totals.csv"
NO_ADJUSTMENTS = Adjustments()


@dataclass(frozen=True)
class ScoreRules:
    """What decides which points count: the policies of the course, and the corrections by hand.

    Attributes:
        course: the course, with its policies.
        adjustments: the corrections.
        options: those by which commands on pages find the same course and policies.
    """

    course: Course
    adjustments: Adjustments = NO_ADJUSTMENTS
    options: RunOptions = NO_OPTIONS

    def apply(self, result: Json) -> Json:
        """Return a result with the points that count today."""
        corrections = self.adjustments.of(result["student"], result["assignment"])
        return with_policies(result, self.course.policies, self.course.policies.now, corrections)

    def apply_openly(self, result: Json) -> Json:
        """Return a result with the points that count today, and with the checks that students do not see."""
        corrections = self.adjustments.of(result["student"], result["assignment"])
        policies = replace(self.course.policies, visibility={})
        return with_policies(result, policies, policies.now, corrections)

    def record(self) -> Json:
        """Return the hashes for `run.json`, by which an export knows what tables and pages were made with."""
        return {"policies": score_policy_hash(self.course.policies), "adjustments": self.adjustments.hash}


def result_files(result: Json, rules: ScoreRules) -> dict[str, str]:
    """Return the content of each file of a result, by file name."""
    title = rules.course.assignment(result["assignment"]).title
    view = rules.apply(result)
    return {
        "result.json": json_text(result),
        "feedback.md": feedback_markdown(view),
        "feedback.html": feedback_html(view, title),
    }


def write_class_files(
    out: Path,
    results: Sequence[Json],
    ungraded: Sequence[GradingFailure],
    run: Json,
    rules: ScoreRules,
    *,
    changes: Sequence[Json] = (),
    review: bool | None = None,
) -> None:
    """Write the table, the class page and the record of the run; all files are on disk when this returns.

    Args:
        out: the output folder.
        results: a summary of each result, in order of student and assignment; they are gone through several times.
        ungraded: the submissions that could not be graded.
        run: the numbers of the run for `run.json`.
        rules: what decides which points count.
        changes: the score changes that the class page lists.
        review: whether there are pages for the instructor; by default, whether they were made before.
    """
    remove_temp_files(out, ("grades.csv", TOTALS_FILE, PEOPLE_FILE, "class.html", "run.json", FILE_NAME))
    write_text(out / "grades.csv", grades_csv(results, [(item.student, item.assignment) for item in ungraded]))
    total = CourseTotal(results, rules.course.policies)
    write_text(out / TOTALS_FILE, totals_csv(results, total))
    people = read_people(out)
    if people:
        write_text(out / PEOPLE_FILE, people_csv(people, results, total))
    review = has_review(out) if review is None else review
    _write_class_page(out, results, ungraded, rules, changes, people=people, review=review)
    write_text(out / "run.json", json_text(run | rules.record()), durable=True)  # other commands cannot do without it
    sync_all()


def _write_class_page(
    out: Path,
    results: Sequence[Json],
    ungraded: Sequence[GradingFailure],
    rules: ScoreRules,
    changes: Sequence[Json],
    *,
    people: Mapping[str, Person],
    review: bool,
) -> None:
    """Write the class page; of a large class, also the pages with its students."""
    course = rules.course
    folders = folder_names((result["student"] for result in results), out)
    failed = [vars(item) for item in ungraded]
    content = class_page_content(results, failed, course.title, folders, course.policies, review=review, people=people)
    content["commands"] = _commands(out, rules.options)
    pages = student_pages(content["students"])
    files = {page["file"] for page in pages}
    remove_temp_files(out, files)
    for place, page in enumerate(pages):
        write_text(out / page["file"], student_page_html(content, pages, place))
    for path in out.glob("students-*.html"):
        if STUDENT_PAGE.fullmatch(path.name) and path.name not in files:
            path.unlink()  # of a class that was larger
    write_text(out / "class.html", class_html(**content, moves=changes, student_pages=pages))


def _commands(out: Path, options: RunOptions) -> Json:
    """Return the commands on the class page, which may be copied wherever one is."""
    named = str(out.absolute())
    words = {"review": ("review", named), "export": ("export", named, "--format", "csv")}
    return {name: options.command(*own) for name, own in words.items()}


class Publisher:
    """Keeps the students' folders in line with the store; files that are up to date are not written again.

    With `published`, what folders contain is not read from the store again: of a large class, that takes seconds.

    Attributes:
        published: the state of each folder.
        folders: the name of each student's folder.
        changed: how many scores changed although the submission did not.
        kept: submissions that had a score and cannot be graded now, so that their earlier result is kept.
    """

    def __init__(
        self,
        out: Path,
        rules: ScoreRules,
        store: Store,
        students: Iterable[str],
        published: Mapping[ResultKey, PublishedState] | None = None,
    ) -> None:
        course = rules.course
        self._out = out
        self._rules = rules
        self._store = store
        self._page_hash = (
            template_hash() + policy_hash(course.policies) + visibility_phase(course.policies, course.policies.now)
        )
        self.published = store.published() if published is None else dict(published)
        self.folders = folder_names({*students, *(student for student, _ in self.published)}, out)
        self.changed = 0
        self.kept: list[ResultKey] = []

    def summaries(self, keys: Iterable[ResultKey]) -> StoredSummaries:
        """Return the summaries of published results, in order of student and assignment."""
        return StoredSummaries(self._store, (self.published[key] for key in sorted(keys)))

    def publish(self, key: ResultKey, grading: int, *, pinned: bool = False) -> None:
        """Write the files of a grading unless they are up to date.

        Args:
            key: the student and the assignment.
            grading: the number of the grading in the store.
            pinned: whether a regrade keeps this grading although a newer one gives less.
        """
        before = self.published.get(key)
        state = (grading, self._hash_of(key), pinned)
        if (
            before is None
            or (before.grading, before.page_hash, before.pinned) != state
            or not before.is_in(self._folder(key))
        ):
            self._replace(key, grading, self._store.result(grading), pinned=pinned)

    def others(self, named: Collection[ResultKey]) -> list[ResultKey]:
        """Return the published results that a call does not name, in order, without assignments that are gone."""
        ids = {assignment.id for assignment in self._rules.course}
        return sorted(key for key in self.published if key not in named and key[1] in ids)

    def refresh(self, key: ResultKey) -> None:
        """Write the files of what is published already, where they are out of date."""
        self.publish(key, self.published[key].grading, pinned=self.published[key].pinned)

    def publish_new(self, grading: int, result: Json) -> Json:
        """Write the files of a grading that was just stored; return the summary of what the folder has then."""
        key = result_key(result)
        self._replace(key, grading, result)
        return self._store.summary(self.published[key])

    def _replace(self, key: ResultKey, grading: int, result: Json, *, pinned: bool = False) -> None:
        """Write the files of a grading, unless it has no score and an earlier one of the same submission has."""
        before = self.published.get(key)
        if before is None or before.grading == grading or not self._loses_score(before, result):
            self._write(key, grading, result, pinned=pinned)
        else:
            self.kept += [key] if key not in self.kept else []
            self.publish(key, before.grading, pinned=before.pinned)

    def _loses_score(self, before: PublishedState, result: Json) -> bool:
        if before.submission != result["submission"]["sha256"] or "status" in result["submission"]:
            return False  # another submission, or one that no grader can grade
        if self._rules.apply(result)["score"] is not None:
            return False
        return self._rules.apply(self._store.result(before.grading))["score"] is not None

    def _write(self, key: ResultKey, grading: int, result: Json, *, pinned: bool = False) -> None:
        files = result_files(result, self._rules)
        summary = summarize(self._rules.apply(result))
        folder = self._folder(key)
        remove_temp_files(folder, files)
        for name, text in files.items():
            write_text(folder / name, text)
        self._record_change(self.published.get(key), grading, result, summary)
        digest = files_hash({name: text.encode() for name, text in files.items()})
        state = PublishedState(grading, result["submission"]["sha256"], self._hash_of(key), digest, pinned)
        self.published[key] = self._store.set_published(key, state, summary)

    def _record_change(self, before: PublishedState | None, grading: int, result: Json, summary: Json) -> None:
        """Record it if the same submission has another score."""
        if before is None or before.grading == grading or before.submission != result["submission"]["sha256"]:
            return
        why = reasons_between(self._store.result(before.grading), result)
        if change := change_between(self._store.summary(before), summary, why):
            self._store.add_score_change(grading, change.to_json())
            self.changed += 1

    def _hash_of(self, key: ResultKey) -> str:
        """Hash everything that decides what the pages of a result look like."""
        return self._page_hash + self._rules.adjustments.hash_of(*key)

    def _folder(self, key: ResultKey) -> Path:
        student, assignment = key
        return self._out / self.folders[student] / assignment
