"""Reads the submissions of a class or of one student from a folder, an archive, a notebook or a file."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from autograder.course import Assignment, Course
from autograder.errors import IntakeError
from autograder.intake.archives import archive_entries, is_archive
from autograder.intake.clones import Clones
from autograder.intake.downloads import DownloadFinder, assignment_by_files, part_of_download
from autograder.intake.entries import Entry, UnreadableError, class_budget, folder_entries, student_budget, unforeseen
from autograder.intake.groups import Groups, received_by_members, share_in_groups
from autograder.intake.lateness import Clock, unknown_times
from autograder.intake.layout import StudentBundle
from autograder.intake.names import NOTEBOOK, PYTHON, assignment_of, safe_student
from autograder.intake.parser_process import IntakeParser
from autograder.intake.platform_names import ReceivedFile, way_out_of_namesakes
from autograder.intake.roster import Roster
from autograder.intake.spool import SourceSpool
from autograder.intake.student import StudentReader, StudentSubmissions
from autograder.intake.submission import Intake, Submission
from autograder.intake.times import ReportedTimes
from autograder.printable import printable, spelled_out
from autograder.wording import counted


def read_class(
    path: Path,
    course: Course,
    wanted: tuple[Assignment, ...],
    roster: Roster | None = None,
    due: Mapping[str, datetime] | None = None,
    *,
    times: ReportedTimes | None = None,
    groups: Groups | None = None,
    spool: SourceSpool | None = None,
) -> Intake:
    """Read all submissions of a class.

    Args:
        path: a folder, an archive, a notebook or a Python file.
        course: the course.
        wanted: the assignments; if empty, every one that somebody handed in.
        roster: the names and ids of the students.
        due: when assignments are due.
        times: when students handed in, by reports of their platform.
        groups: who hands in together.
        spool: where the files are kept; by default in memory.

    Raises:
        IntakeError: `path` cannot be read, or contains no submission.
    """
    hint = wanted[0] if len(wanted) == 1 else assignment_of(path.name, course)
    if hint is None and path.is_file():
        hint = part_of_download(path.name, course)
    with ExitStack() as stack:
        found = DownloadFinder(course, roster, stack).split_class(list(_entries(path, stack)), path.resolve().name)
        if not found.bundles:
            expected = f"expected {path.name}/<student>/<assignment>/<file>.py"
            raise IntakeError(f"{path}: contains no folder of a student; {expected}")
        needs_times = due or course.policies.closes or groups  # asking git about every clone takes a while
        clones = Clones(path, stack, course.policies.zone) if needs_times else None
        clock = Clock(course.policies, due or {}, times or ReportedTimes(), clones)
        reader = StudentReader(course, hint, clock, stack.enter_context(IntakeParser()), spool)
        students = _identified(found.bundles, roster, groups, found.ignored, times)
        if times:
            names = {student: (bundle.key, *bundle.aliases) for student, bundle in students.items()}
            found.ignored += times.leave_out_shared(names)
        works = {student: _read(reader, bundle, student) for student, bundle in students.items()}
        if times:
            arrived = (student for student, work in works.items() if work.received or work.unplaced)
            for student in arrived:
                times.claim((student, students[student].key, *students[student].aliases))
    if groups:
        works, sentences = share_in_groups(groups, works, groups.students(students, roster), course)
        found.ignored += sentences
    ignored = [*found.ignored, *(times.unclaimed() if times else [])]
    intake = _intake(path, wanted or _handed_in(course, works), works, roster.students if roster else (), ignored)
    remarks = (
        *map(printable, found.remarks),
        *_assumed_zone(course, due or {}),
        *unknown_times(intake.submissions, due or {}),
        *_unlisted(course, wanted, works),
    )
    submissions = tuple(_without_contested_files(intake.submissions))
    return replace(intake, remarks=remarks, submissions=submissions, around=found.around)


def _read(reader: StudentReader, bundle: StudentBundle, student: str) -> StudentSubmissions:
    """Return a student's submissions; what nobody foresaw costs this student's, and never those of the class."""
    try:
        return reader.read(bundle, student)
    except Exception as error:  # noqa: BLE001 - as above
        problem = f"what was handed in {unforeseen(error)}"
        return StudentSubmissions({}, [], [problem], (problem,))


def _without_contested_files(submissions: Iterable[Submission]) -> Iterator[Submission]:
    """Yield the submissions; of one that is contested, only that it is."""
    for item in submissions:
        yield item.waiting(item.contested) if item.contested else item


def _assumed_zone(course: Course, due: Mapping[str, datetime]) -> Iterator[str]:
    """Yield a sentence if there are dates and nobody has said in which zone."""
    if (due or course.policies.closes) and course.policies.own_zone is None:
        yield 'time_zone: course.toml has none, so that all dates are read as UTC; add time_zone = "Europe/Berlin"'


def read_bundles(
    bundles: Mapping[str, StudentBundle],
    course: Course,
    wanted: tuple[Assignment, ...] = (),
    due: Mapping[str, datetime] | None = None,
    spool: SourceSpool | None = None,
) -> Intake:
    """Read what a platform has sorted by student already, so that nobody's identity must be guessed.

    Args:
        bundles: a bundle for each student.
        course: the course.
        wanted: the assignments; if empty, every one that somebody handed in.
        due: when assignments are due.
        spool: where the files are kept; by default in memory.
    """
    hint = wanted[0] if len(wanted) == 1 else None
    with IntakeParser() as parser:
        reader = StudentReader(course, hint, Clock(course.policies, due or {}, ReportedTimes()), parser, spool)
        works = {student: _read(reader, bundle, student) for student, bundle in bundles.items()}
    return _intake(Path(), wanted or _handed_in(course, works), works, (), [])


def read_received(
    path: Path, course: Course, wanted: tuple[Assignment, ...], roster: Roster | None, groups: Groups | None
) -> dict[str, list[ReceivedFile]]:
    """Return what the platform named in downloads of a class, by student; no file is read.

    Args:
        path: the downloads, as for `read_class`.
        course: the course.
        wanted: the assignment that it is about, if it is only one.
        roster: the names and ids of the students.
        groups: who hands in together.

    Raises:
        IntakeError: `path` cannot be read.
    """
    with ExitStack() as stack:
        entries = list(_entries(path, stack))
        found = DownloadFinder(course, roster, stack).split_class(entries, path.resolve().name)
    only = wanted[0] if len(wanted) == 1 else part_of_download(path.name, course)
    only = only or assignment_by_files(entries, course)
    bundles = _identified(found.bundles, roster, groups, [])
    received = {
        student: [replace(item, assignment=item.assignment or (only.id if only else "")) for item in bundle.received]
        for student, bundle in bundles.items()
    }
    return received if groups is None else received_by_members(groups, received, groups.students(bundles, roster))


def bundle_from_folder(student: str, folder: Path, *below: str) -> StudentBundle:
    """Read one folder as the bundle of a student; with `below`, as if it were inside folders of these names."""
    bundle = StudentBundle(student)
    try:
        bundle.entries += (entry.below(*below) for entry in folder_entries(folder, student_budget()))
    except UnreadableError as error:
        bundle.problems.append(f"what was handed in {error}")
    return bundle


def _handed_in(course: Course, works: Mapping[str, StudentSubmissions]) -> tuple[Assignment, ...]:
    """Return the assignments that somebody handed in."""
    return tuple(item for item in course if any(item.id in work.submissions for work in works.values()))


def _unlisted(course: Course, wanted: tuple[Assignment, ...], works: Mapping[str, StudentSubmissions]) -> Iterator[str]:
    """Yield a sentence for each assignment that was handed in and that the rules of the course leave out."""
    if not wanted or tuple(item.id for item in wanted) != course.policies.parts:
        return
    for assignment in _handed_in(course, works):
        if assignment not in wanted:
            count = sum(assignment.id in work.submissions for work in works.values())
            who = counted(count, "student")
            yield f"policies.parts: {assignment.id} is not listed, and is not graded; {who} handed it in"


def _entries(path: Path, stack: ExitStack) -> Iterator[Entry]:
    """Yield the entries of whatever `path` is."""
    budget = class_budget()
    try:
        if path.is_dir():
            yield from folder_entries(path, budget)
        elif path.is_file() and is_archive(path):
            yield from archive_entries(stack.enter_context(path.open("rb")), budget)
        elif path.is_file() and (NOTEBOOK.search(path.name) or PYTHON.search(path.name)):
            yield from (entry for entry in folder_entries(path.parent, budget) if entry.parts == (path.name,))
        else:
            raise IntakeError(f"{path}: not a folder, an archive or a notebook; name the folder of the class")
    except UnreadableError as error:
        raise IntakeError(f"{path}: {str(error).replace('pack it', 'download or pack it')}") from error
    except OSError as error:
        raise IntakeError(f"{path}: cannot be read ({error.strerror})") from error


def _identified(
    bundles: list[StudentBundle],
    roster: Roster | None,
    groups: Groups | None,
    ignored: list[str],
    times: ReportedTimes | None = None,
) -> dict[str, StudentBundle]:
    """Return the bundles by the id that each is graded under; bundles of the same student or group are merged.

    Who is found comes first, then who is called exactly like the folder: nobody else is graded under their names.
    """
    found: dict[str, StudentBundle] = {}
    unknown: list[StudentBundle] = []
    for bundle in bundles:
        names = (bundle.key, *bundle.aliases)
        listed = bundle.key if roster and bundle.key in roster.names else None
        student = (_by_report(bundle, roster, times) or listed) if roster else None
        if student is None and (group := groups.find(names) if groups else None):
            student = safe_student(group)
            if group not in names and bundle.owner is None and not bundle.received:
                advice = "give it exactly the name of the group, or move it away"
                bundle.doubt = f"{spelled_out(bundle.key)} may be the folder of {group} or of a student; {advice}"
        if student is None:
            unknown.append(bundle)
        elif student in found:
            found[student].add(bundle)
        else:
            found[student] = bundle
    taken = {*found, *(roster.students if roster else ())}
    for bundle in sorted(unknown, key=lambda bundle: safe_student(bundle.key) != bundle.key):
        if roster:
            ignored += _other_number(bundle, roster)
            way_out = _way_out(bundle, roster, times)
            ignored.append(f"{bundle.key}: not in the roster, graded under this name{way_out}")
        name = safe_student(bundle.key)
        if name in taken:
            name = free_name(name, taken)
            ignored.append(f"{bundle.key}: another student has this name too, graded under {name}")
        taken.add(name)
        found[name] = bundle
    return dict(sorted(found.items()))


def _by_report(bundle: StudentBundle, roster: Roster, times: ReportedTimes | None) -> str | None:
    """Return the student whose mail or number a report of Moodle has beside the number of the participant."""
    for item in bundle.received if times else ():
        if times and item.owner.moodle and item.owner.id:
            others = [name for name in times.names_of(item.owner.id, item.assignment) if name != item.owner.name]
            if student := roster.find(others):
                return student
    return None


def _way_out(bundle: StudentBundle, roster: Roster, times: ReportedTimes | None) -> str:
    """Say what tells students of the same name apart; of any other name, who is meant, or nothing."""
    if bundle.owner is None or not roster.is_shared(bundle.owner.name):
        return roster.suggestion(bundle.key)
    if bundle.owner.moodle and times is not None:
        row = f"Participant {bundle.owner.id}"
        advice = f"the file of --times has no row with {row} in a column Identifier and a mail or number of the roster"
        return f": several students in it are called {bundle.owner.name}; {advice}"
    return f": {way_out_of_namesakes(bundle.owner, '--times')}"


def _other_number(bundle: StudentBundle, roster: Roster) -> Iterator[str]:
    """Yield a sentence if somebody has a student's name on Canvas and not the number."""
    owner = bundle.owner
    student = roster.find((owner.key, owner.name)) if owner and owner.id and not owner.moodle else None
    if student and (number := roster.numbers.get(student)):
        yield f"{bundle.key}: the name is that of {student}, whose number on Canvas is {number}; not taken for it"


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name that nobody has: this one, else with a number behind it."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free


def _intake(
    path: Path,
    graded: tuple[Assignment, ...],
    works: dict[str, StudentSubmissions],
    others: Collection[str],
    ignored: list[str],
) -> Intake:
    """Collect every student's submission of every graded assignment, handed in or not.

    Args:
        path: what was read, for messages.
        graded: the assignments.
        works: what students handed in.
        others: students who belong to the class, whether they handed in or not.
        ignored: sentences so far.
    """
    problems = [f"{student}: {problem}" for student, work in works.items() for problem in work.problems]
    if not graded and problems:
        raise IntakeError(f"{path}: nothing in it can be graded ({problems[0]}); name what is graded with --assignment")
    students = sorted({*works, *others})
    submissions = [_submission_of(works.get(student), student, item) for student in students for item in graded]
    strange = [line for work in works.values() for line in work.ignored]
    return Intake(tuple(submissions), tuple(map(printable, ignored + strange + problems)))


def _submission_of(work: StudentSubmissions | None, student: str, assignment: Assignment) -> Submission:
    """Return what was handed in for an assignment, or an empty submission that says why there is nothing."""
    if work is None:
        return Submission(student, assignment.id, {})
    if assignment.id in work.submissions:
        return work.submissions[assignment.id]
    missing = {file: "; ".join([f"{file}: was not handed in", *work.unplaced]) for file in assignment.files}
    received = () if work.submissions else work.received
    plain = Submission(student, assignment.id, {}, (), missing if work.unplaced else {})
    return replace(plain, received=received, unreadable=work.unplaced)


def read_single(path: Path, course: Course, assignment: Assignment | None = None) -> Submission:
    """Read one submission: a folder, an archive, a notebook or a file.

    Args:
        path: what the student handed in.
        course: the course that it was handed in for.
        assignment: the part it is for; by default the one that `path` or a folder in it is named after.

    Raises:
        IntakeError: it cannot be read, or it is not the work of one student for one part.
    """
    intake = read_class(path, course, (assignment,) if assignment else ())
    submissions = [item for item in intake.submissions if item.sources or item.missing]
    if not submissions:
        advice = assignment.id if assignment else "a part of the course; name the part with --assignment"
        raise IntakeError(f"{path}: nothing in it belongs to {advice}")
    students = list(dict.fromkeys(item.student for item in submissions))
    if len(students) > 1:
        raise IntakeError(f"{path}: contains the work of {len(students)} students; name the folder of one of them")
    if len(submissions) > 1:
        parts = ", ".join(item.assignment for item in submissions)
        raise IntakeError(f"{path}: contains several parts ({parts}); name one with --assignment")
    return submissions[0]
