"""Groups that hand in together: what one of them, or a folder of the group, contains is the submission of all.

docs/how-to/groups.md describes the file of `--groups`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from autograder.course import Course
from autograder.csv_files import CsvFile, parse_csv, read_utf8
from autograder.errors import IntakeError
from autograder.intake.downloads import part_of_download
from autograder.intake.layout import StudentBundle
from autograder.intake.names import normalise_name, safe_student
from autograder.intake.platform_names import ReceivedFile
from autograder.intake.roster import Roster, id_column, require_single_columns
from autograder.intake.student import StudentSubmissions
from autograder.intake.submission import Submission

GROUP_COLUMNS = ("group", "group_name", "groups", "team")
ALONE_COLUMNS = ("alone", "own")
ASSIGNMENT_COLUMN = "assignment"
NO = {"", "no", "0", "false", "-"}


@dataclass(frozen=True)
class Member:
    """A row of the file of groups.

    Attributes:
        group: the name of the group.
        names: all names of the student, the id first.
        assignment: the only assignment that the row is about; empty for all.
        alone: whether the student's own submission counts, and not the group's.
        line: the number of the row.
    """

    group: str
    names: tuple[str, ...]
    assignment: str
    alone: bool
    line: int


class Groups:
    """The groups of a class.

    Args:
        path: the file that they were read from, for messages.
        members: the rows of the file.
    """

    def __init__(self, path: Path, members: Sequence[Member]) -> None:
        self._path = path
        self._members = members
        self._names = {_fold(member.group): member.group for member in members}

    def find(self, names: Iterable[str]) -> str | None:
        """Return the group that a folder or download is named after."""
        return next((group for name in names if (group := self._names.get(_fold(name)))), None)

    def students(self, bundles: Mapping[str, StudentBundle], roster: Roster | None) -> dict[int, str]:
        """Return the id of the student of each row, by line.

        A student who handed in nothing has the id in the roster, or else the first name in the row.

        Args:
            bundles: what was handed in, by the id that it is graded under.
            roster: the names and ids of the students.
        """
        known = Roster({student: (bundle.key, *bundle.aliases) for student, bundle in bundles.items()})
        ids: dict[int, str] = {}
        for member in self._members:
            found = (roster.find(member.names) if roster else None) or known.find(member.names)
            ids[member.line] = found or safe_student(member.names[0])
        return ids

    def of_assignment(self, assignment: str, ids: Mapping[int, str]) -> dict[str, list[tuple[str, bool]]]:
        """Return the members of each group for an assignment: the id of the student, and whether alone.

        Raises:
            IntakeError: a student is in two groups.
        """
        groups: dict[str, list[tuple[str, bool]]] = {}
        lines: dict[str, int] = {}
        for member in self._members:
            if member.assignment not in ("", assignment):
                continue
            student = ids[member.line]
            if student in lines:
                raise IntakeError(
                    f"{self._path}, line {member.line}: {student} is in a group already (line {lines[student]})"
                )
            lines[student] = member.line
            groups.setdefault(member.group, []).append((student, member.alone))
        return groups


def read_groups(path: Path, course: Course) -> Groups:
    """Read a file of groups: a column `group`, and the names of a student in any others; one row for each member.

    The `scores.json` of Classroom 50 is understood too.

    Raises:
        IntakeError: the file cannot be read, or has no column with groups.
        CourseError: an assignment does not belong to this course.
    """
    text = read_utf8(path, IntakeError, advice="name a CSV file with --groups", content="the groups")
    if path.suffix == ".json":
        return Groups(path, list(_members_in_scores(path, text, course)))
    table = parse_csv(path, text, IntakeError)
    require_single_columns(path, table)
    columns = {normalise_name(name): name for name in table.header if name}
    if not any(name in columns for name in GROUP_COLUMNS):
        raise IntakeError(f"{path}: has no column called group; expected group,student and a row for each member")
    return Groups(path, list(_members(table, columns, course)))


def _members(table: CsvFile, columns: Mapping[str, str], course: Course) -> Iterator[Member]:
    group = next(columns[name] for name in GROUP_COLUMNS if name in columns)
    alone = next((columns[name] for name in ALONE_COLUMNS if name in columns), None)
    part = columns.get(ASSIGNMENT_COLUMN)
    key = id_column(table.header)
    for number, row in table.records():
        others = [name for name in row if name and name not in (group, alone, part, key)]
        names = tuple(text for name in (key, *others) if name and (text := row[name].strip()))
        if not names or not row[group].strip():
            continue
        assignment = course.assignment(row[part].strip()).id if part and row[part].strip() else ""
        is_alone = alone is not None and row[alone].strip().casefold() not in NO
        yield Member(row[group].strip(), names, assignment, is_alone, number)


def _members_in_scores(path: Path, text: str, course: Course) -> Iterator[Member]:
    """Yield the members of shared repositories, as the score collection of Classroom 50 credits them."""
    try:
        buckets = json.loads(text)["assignments"]
        entries = [(slug, entry) for slug, bucket in buckets.items() for entry in bucket["entries"]]
        shared = [
            (slug, entry["owner"], entry["member_usernames"]) for slug, entry in entries if "member_usernames" in entry
        ]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise IntakeError(f"{path}: is no scores.json of Classroom 50; name a CSV file with a column group") from error
    number = 0
    for slug, owner, members in shared:
        assignment = part_of_download(slug, course)
        for member in dict.fromkeys((owner, *members)):
            number += 1
            if assignment is not None:
                yield Member(f"{slug}/{owner}", (str(member),), assignment.id, False, number)


def _fold(name: str) -> str:
    """Return a name as Canvas writes it in names of files: without capitals, blanks and signs."""
    return re.sub(r"[\W_]+", "", normalise_name(name))


def share_in_groups(
    groups: Groups, works: Mapping[str, StudentSubmissions], ids: Mapping[int, str], course: Course
) -> tuple[dict[str, StudentSubmissions], list[str]]:
    """Give the submission of a group to all of its members.

    Args:
        groups: the groups of the class.
        works: what everybody handed in; that of a group under its name.
        ids: the id of the student of each row of the file.
        course: the course.

    Returns:
        What counts for each student, and sentences for the instructor.
    """
    own = {student: dict(work.submissions) for student, work in works.items()}
    ignored: list[str] = []
    folders: set[str] = set()
    for assignment in course:
        for group, members in groups.of_assignment(assignment.id, ids).items():
            folder = safe_student(group)
            folders |= {folder} & set(works)
            for student, _ in members:
                own.setdefault(student, {})
            together = [student for student, alone in members if not alone]
            found = {
                name: own[name][assignment.id] for name in (folder, *together) if assignment.id in own.get(name, {})
            }
            chosen, sentence = _choose(found, folder)
            if sentence:
                ignored.append(f"{group}, {assignment.id}: {sentence}")
            if chosen is not None:
                notes = (*chosen.notes, f"handed in by the group {group}")
                for student in together:
                    own[student][assignment.id] = replace(
                        chosen, student=student, notes=notes, group=group, member=chosen.student
                    )
    for student in folders:
        ignored += [*works[student].ignored, *works[student].problems]
    nothing = StudentSubmissions({}, [], [])
    shared = {
        student: replace(works.get(student, nothing), submissions=submissions)
        for student, submissions in own.items()
        if student not in folders
    }
    return shared, ignored


def _choose(found: Mapping[str, Submission], group: str) -> tuple[Submission | None, str]:
    """Return the submission that counts for a group, and a sentence if members handed in different ones.

    The folder of the group comes first, but anybody may take its name, so that it needs a person if a member handed in
    something else; then the last submission if all times are known; otherwise each member's own counts.
    """
    if not found:
        return None, ""
    different = {item.sha256 for item in found.values() if item.sources}
    if group in found:
        others = ", ".join(name for name, item in found.items() if item.sha256 != found[group].sha256)
        doubt = f"the folder {group} has other files than {others} handed in; move what does not count away"
        return replace(found[group], contested=found[group].contested or (doubt if others else "")), ""
    handed_in = {name: item for name, item in found.items() if item.sources} or dict(found)
    if len(different) <= 1:
        return min(handed_in.items())[1], ""
    names = " and ".join(handed_in)
    if all(item.time for item in handed_in.values()):
        last = max(handed_in, key=lambda name: datetime.fromisoformat(handed_in[name].time))
        return handed_in[last], f"{names} handed in different files; the last, of {last}, counts"
    return None, f"{names} handed in different files, and it is not known which is the last; each one's own counts"


def received_by_members(
    groups: Groups, received: Mapping[str, Sequence[ReceivedFile]], ids: Mapping[int, str]
) -> dict[str, list[ReceivedFile]]:
    """Return what the platform named, with that of the group's own folder for members who have nothing.

    Args:
        groups: the groups of the class.
        received: by student; that of a group under its name.
        ids: the id of the student of each row of the file.
    """
    complete = {student: list(files) for student, files in received.items()}
    for assignment in {item.assignment for files in received.values() for item in files}:
        for group, members in groups.of_assignment(assignment, ids).items():
            together = [student for student, alone in members if not alone]
            shared = [
                replace(item, shared=True)
                for item in received.get(safe_student(group), ())
                if item.assignment == assignment
            ]
            for student in together:
                own = complete.get(student, [])
                if shared and not any(item.assignment == assignment for item in own):
                    complete[student] = own + shared
    return complete
