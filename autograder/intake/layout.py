"""Splits what arrived by student: wrapping folders are removed, downloads and repositories recognised.

First what is at one level of the folders (one student's work, folders of students, folders of assignments), then the
bundle of each student. Names that platforms give to downloads are read in `platform_names`.
"""

import os.path
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from autograder.course import Assignment, Course
from autograder.intake.attempts import is_part_of_work
from autograder.intake.entries import Entry
from autograder.intake.names import (
    ARCHIVE,
    NOTEBOOK,
    assignment_of,
    expected_file,
    is_hidden_folder,
    is_junk,
    normalise_name,
    strip_extensions,
)
from autograder.intake.platform_names import (
    DownloadOwner,
    ReceivedFile,
    assign_keys,
    confused_name,
    listed_owner,
    owner_of,
    without_groups,
)
from autograder.intake.roster import Roster
from autograder.printable import printable, spelled_out

NEUTRAL = {
    *("submissions", "submission", "submitted", "students", "downloads", "class", "hand_ins", "uploads", "zips"),
    *("canvas", "moodle", "gradescope", "nbgrader", "nbg", "github", "gitlab", "classroom", "repos", "repositories"),
    *("clones", "mail", "mails", "email", "emails"),
}
BROWSERS_COPY = re.compile(r" ?\(\d+\)$")
CLONES = re.compile(r"(?:-submissions|_submissions_[\dT_]+)$")  # what GitHub's programs append to a folder of clones
METADATA = "submission_metadata.yml"  # of an export of Gradescope
EXPORTED = re.compile(r"submission_\d{5,}")  # a hand-in in an export of Gradescope, by its number there
SHOWN = 3  # places in a sentence
UNLISTED = "unlisted"  # behind a name that is not in the roster and could pass for one that is
Groups = dict[str, list[Entry]]


def classroom_prefix(names: Sequence[str], home: str, course: Course) -> str:
    """Return what GitHub Classroom puts before every login: `02-causal-` for `02-causal-ada` and `02-causal-ben`.

    It is taken from the name of the folder that contains the clones (`02-causal-submissions`, or of Classroom 50
    `cs-02-causal_submissions_2026_03_02_T_10_00_00`), or else it is the common prefix of their names.
    """
    slug = CLONES.sub("", home) + "-"
    if names and CLONES.search(home) and all(name.startswith(slug) and name != slug for name in names):
        return slug
    same = os.path.commonprefix(list(names))  # noqa: RUF071 - character by character is meant
    cuts = [same[: place + 1] for place, letter in enumerate(same) if letter == "-"]
    named = [cut for cut in cuts if assignment_of(cut.strip("-"), course)]
    return max(named or (cuts if len(names) > 1 else []), key=len, default="")


def strip_archive_suffix(name: str) -> str:
    """Return the name of a student's folder or archive without its extension."""
    return ARCHIVE.sub("", name)


def is_neutral(name: str) -> bool:
    """Whether a folder has a name that folders of many students often have; a browser adds `(1)` to a second one."""
    return normalise_name(BROWSERS_COPY.sub("", name)) in NEUTRAL


def is_clone(group: Iterable[Entry]) -> bool:
    """Whether a folder is a clone, which is one student's whatever is in it."""
    return any(entry.parts[1:2] == (".git",) for entry in group)


def is_export(entries: Iterable[Entry]) -> bool:
    """Whether this is the level of an export of Gradescope that says whose its folders are."""
    groups = group_by_top(entries)
    return METADATA in groups and is_single_file(groups[METADATA]) and any(map(EXPORTED.fullmatch, groups))


def holds_hand_ins(entries: Sequence[Entry]) -> bool:
    """Whether there are several clones at a level, or hand-ins of an export of Gradescope."""
    if is_export(entries):
        return True
    tops = {entry.parts[0] for entry in entries if entry.parts[1:2] == (".git",) or EXPORTED.fullmatch(entry.parts[0])}
    return len(tops) > 1


def lists_any(roster: Roster | None, entries: Iterable[Entry]) -> bool:
    """Whether a folder or archive at a level is called like a student in the roster."""
    return roster is not None and any(roster.find_written(strip_archive_suffix(top)) for top in group_by_top(entries))


def group_by_top(entries: Iterable[Entry]) -> Groups:
    """Group entries by the first part of their paths; what tools left behind is dropped."""
    groups: Groups = {}
    for entry in entries:
        if not is_junk(entry.parts[0]):
            groups.setdefault(entry.parts[0], []).append(entry)
    return groups


def entries_inside(group: Iterable[Entry]) -> list[Entry]:
    """Return the entries below the folder of a group, with paths relative to it."""
    return [entry.without(1) for entry in group if len(entry.parts) > 1]


def is_single_file(group: Sequence[Entry]) -> bool:
    """Whether a group is a single file, not a folder."""
    return len(group) == 1 and len(group[0].parts) == 1 and not group[0].folder


def is_one_students_work(entries: Sequence[Entry], course: Course) -> bool:
    """Whether this level is one student's work; beside folders of several students, such work is a stray."""
    students = _folders_of_students(entries, course)
    if contains_work(entries, course) and len(students) < 2:
        return True
    return not students and _is_packed_by_part(entries, course)


def is_assignment(name: str, below: Sequence[Entry], course: Course) -> bool:
    """Whether a folder is an assignment's. A student may be called `2` or `Cross`, so a file must confirm it."""
    assignment = assignment_of(name, course, numbers=True)
    if assignment is None or has_assignment_id(name, course):
        return assignment is not None
    top_dirs = group_by_top(below)
    if any(assignment_of(top, course) for top, group in top_dirs.items() if not is_single_file(group)):
        return False
    return any(expected_file(top, assignment.files) for top, group in top_dirs.items() if is_single_file(group))


def has_assignment_id(name: str, course: Course) -> bool:
    """Whether a name begins with the id of an assignment, as no student's name does."""
    assignment = assignment_of(name, course)
    return assignment is not None and normalise_name(strip_extensions(name)).startswith(assignment.id)


def student_names(entries: list[Entry], course: Course) -> list[str]:
    """Return the names at this level that may be students."""
    if is_one_students_work(entries, course):
        return []
    groups = group_by_top(entries).items()
    return [
        name
        for name, group in groups
        if belongs_to_a_student(name) or is_one_students_work(entries_inside(group), course)
    ]


def belongs_to_a_student(name: str) -> bool:
    """Whether a single file belongs to a student: an archive, or a download under its owner's name."""
    return bool(ARCHIVE.search(name) or owner_of(name))


def _folders_of_students(entries: Sequence[Entry], course: Course) -> set[str]:
    """Return the students whose folders or downloads are at this level, judging by their content."""
    students: set[str] = set()
    for name, group in group_by_top(entries).items():
        below = entries_inside(group)
        if (owner := owner_of(name)) is not None:
            students.add(owner.key)
        elif not (is_single_file(group) or is_part_of_work(name) or is_assignment(name, below, course)):
            students |= {name} if is_one_students_work(below, course) else set()
    return students


def _is_packed_by_part(entries: Sequence[Entry], course: Course) -> bool:
    """Whether all archives are named after assignments, as those that one student packs."""
    packed = [name for name in group_by_top(entries) if ARCHIVE.search(name) and owner_of(name) is None]
    return bool(packed) and all(assignment_of(name, course) for name in packed)


def contains_work(entries: Sequence[Entry], course: Course) -> bool:
    """Whether there are folders of assignments, or files under the names that assignments expect."""
    files = tuple(name for assignment in course for name in assignment.files)
    for name, group in group_by_top(entries).items():
        if is_single_file(group):
            if owner_of(name) is None and (expected_file(name, files) or NOTEBOOK.search(name)):
                return True
        elif is_assignment(name, entries_inside(group), course):
            return True
    return False


@dataclass(frozen=True)
class HandIn:
    """What a platform says about a hand-in: when, and how many students handed it in together, as which group."""

    time: datetime | None = None
    group: str = ""
    members: int = 1


@dataclass
class StudentBundle:
    """Everything of one student, with paths relative to the student's folder.

    Attributes:
        key: the student's id in the roster, else a name.
        aliases: further names to look up in a roster.
        entries: files and folders.
        problems: sentences about what could not be read.
        received: files and folders that a platform named.
        places: what at the top of everything, or of a download of many students, is this student's: the download or
            the folder around downloads, empty at the top, and the name.
        names: the name as it came, before it was made a key; where the roster has it, all names of the student there.
        doubt: why a person should say whose it is, apart from where and under which names it came; empty if nothing.
        confused: whether something was added that came under another name with the same key.
        owner: what a platform says about the student.
        hand_ins: what a platform says about the hand-in for each assignment; under an empty name, for all.
    """

    key: str
    aliases: tuple[str, ...] = ()
    entries: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    received: list[ReceivedFile] = field(default_factory=list)
    places: list[tuple[str, str]] = field(default_factory=list)
    names: tuple[str, ...] = ()
    doubt: str = ""
    confused: bool = False
    owner: DownloadOwner | None = None
    hand_ins: dict[str, HandIn] = field(default_factory=dict)

    @property
    def contested(self) -> str:
        """A sentence if it is not clear that everything is of one student; else empty."""
        levels = Counter(level for level, _ in self.places)
        beside = any(
            inner != level and (not level or inner.startswith(f"{level}/")) for level in levels for inner in levels
        )
        unclear = self.confused or beside
        together = ["/".join(filter(None, place)) for place in self.places if unclear or levels[place[0]] > 1]
        if not together:
            return self.doubt
        places = " and ".join(map(spelled_out, together[:SHOWN])) + (" and others" if len(together) > SHOWN else "")
        advice = (
            "move all but one of them away, or give each its own line in the roster, with the name as it is written"
        )
        return f"{places} may be of one student or of several; {advice}"

    def add(self, other: "StudentBundle") -> None:
        """Add everything of another bundle of the same student."""
        self.aliases = tuple(dict.fromkeys((*self.aliases, *other.aliases)))
        self.entries += other.entries
        self.problems += other.problems
        self.received += other.received
        self.places = list(dict.fromkeys((*self.places, *other.places)))
        self.doubt = self.doubt or other.doubt
        self.confused |= other.confused or bool(confused_name(self.names, other.names))
        self.names = tuple(dict.fromkeys((*self.names, *other.names)))
        self.owner = self.owner or other.owner
        self.hand_ins |= other.hand_ins


def unwrap(entries: list[Entry], course: Course, name: str, roster: Roster | None = None) -> tuple[list[Entry], str]:
    """Return the level where the students are, and the name of the folder that contains them.

    What is called like a student in the roster is a student's, and never a folder around others.
    """
    groups = group_by_top(entries)
    if lists_any(roster, entries) or is_export(entries):
        return entries, name
    useful = {top: group for top, group in groups.items() if not is_single_file(group) or belongs_to_a_student(top)}
    if len(useful) != 1 or is_one_students_work(entries, course):
        return entries, name
    top, group = next(iter(useful.items()))
    below = entries_inside(group)
    if is_single_file(group) or owner_of(top) is not None or not below:
        return entries, name
    if is_neutral(top) or is_export(below):
        return unwrap(below, course, name, roster)
    wraps = normalise_name(top) == normalise_name(strip_extensions(name)) or len(student_names(below, course)) > 1
    return unwrap(below, course, top, roster) if wraps and not is_one_students_work(below, course) else (entries, name)


def split_by_student(
    entries: list[Entry], course: Course, name: str, roster: Roster | None
) -> tuple[list[StudentBundle], list[str]]:
    """Split entries by student.

    Args:
        entries: everything that arrived.
        course: the course.
        name: the name of the folder or archive that arrived.
        roster: says which names several students have.

    Returns:
        One bundle per student, and a sentence for each thing that belongs to nobody.
    """
    entries, name = unwrap(entries, course, name, roster)
    if lists_any(roster, entries) or not is_one_students_work(entries, course):
        return split_level(entries, name, course, roster)
    if inner := _students_by_assignment(entries, course):
        return _merge_assignments(inner, course, roster)
    written = strip_archive_suffix(name)
    student = roster.find_written(written) if roster else None
    return [StudentBundle(student or written, (written,), entries)], []


def _students_by_assignment(entries: list[Entry], course: Course) -> list[tuple[Assignment, list[Entry]]]:
    """Return the folders of assignments that contain folders of students; empty where it is the other way round."""
    inner: list[tuple[Assignment, list[Entry]]] = []
    names: set[str] = set()
    for top, group in group_by_top(entries).items():
        if is_single_file(group) and not belongs_to_a_student(top):
            continue
        assignment, below = assignment_of(top, course), entries_inside(group)
        students = student_names(below, course)
        if assignment is None or not students or any(is_part_of_work(name) for name in students):
            return []
        names |= set(students)
        inner.append((assignment, below))
    return inner if len(names) > 1 else []


def _merge_assignments(
    inner: list[tuple[Assignment, list[Entry]]], course: Course, roster: Roster | None
) -> tuple[list[StudentBundle], list[str]]:
    """Merge the bundles of each student from the folders of all assignments."""
    together: dict[str, StudentBundle] = {}
    ignored: list[str] = []
    for assignment, below in inner:
        bundles, strange = split_level(below, assignment.id, course, roster)
        ignored += strange
        for bundle in bundles:
            bundle.entries = [entry.below(assignment.id) for entry in bundle.entries]
            bundle.received = [replace(item, assignment=assignment.id) for item in bundle.received]
            together.setdefault(bundle.key, StudentBundle(bundle.key)).add(bundle)
    return list(together.values()), ignored


def split_level(
    entries: list[Entry], home: str, course: Course, roster: Roster | None
) -> tuple[list[StudentBundle], list[str]]:
    """Split the entries of a level whose folders, archives and files under platforms' names are students'.

    Args:
        entries: everything at this level.
        home: the name of the folder that contains them.
        course: the course.
        roster: says which names several students have.

    Returns:
        One bundle per student, and a sentence for each thing that belongs to nobody.
    """
    groups = group_by_top(entries)
    prefix = _prefix_of_repositories(groups, home, course)
    hidden = dict.fromkeys(entry.parts[0] for entry in entries if entry.folder and is_hidden_folder(entry.parts[0]))
    ignored = [f"{name}: begins with a dot, as folders of tools do, and is ignored; rename it" for name in hidden]
    owners = without_groups(
        {name: owner_of(name) or _owner_by_name(name, group, prefix, course) for name, group in groups.items()}, roster
    )
    keys = assign_keys([owner for owner in owners.values() if owner is not None], roster)
    bundles: dict[str, StudentBundle] = {}
    for name, owner in owners.items():
        if owner is None:
            ignored.append(_why_ignored(name, groups[name]))
            continue
        by_platform = owner_of(name) is not None
        written = strip_archive_suffix(name)
        cloned = not by_platform and is_clone(groups[name])
        student = student_at(name, groups[name], roster, owner) if roster else None
        key = student or keys[owner]
        if not (student or by_platform) and roster and roster.find((key,)):
            key = f"{key}_{UNLISTED}"
        came_as = unicodedata.normalize("NFC", (owner.name if owner.moodle else owner.key) if by_platform else written)
        bundle = bundles.setdefault(key, StudentBundle(key, (name, *owner.aliases)))
        bundle.names = bundle.names or (roster.names_of(came_as) if roster and student else ()) or (came_as,)
        bundle.owner = bundle.owner or (owner if by_platform else None)
        if by_platform or cloned:
            shown = replace(owner, name=printable(owner.name), rest=printable(owner.rest))
            bundle.received.append(ReceivedFile(printable(name), shown, clone=cloned))
        place = ("", came_as if by_platform else written)
        bundle.places += [place] if place not in bundle.places else []
        if owner.typed:
            bundle.problems.append(f"{name}: is text typed into a form; hand in a file")
        else:
            bundle.entries += _entries_of_owner(name, groups[name], owner)
    return list(bundles.values()), ignored


def student_at(name: str, group: Sequence[Entry], roster: Roster, owner: DownloadOwner) -> str | None:
    """Return the student in the roster whose folder, archive or file this is; a clone is found by its account only.

    Args:
        name: its name.
        group: what is in it.
        roster: the names and ids of the students.
        owner: whose it is by its name, without what GitHub puts before the login.
    """
    if owner_of(name) is not None:
        return listed_owner(owner, roster)
    written = strip_archive_suffix(name)
    cloned = is_clone(group) or owner.name != written
    return roster.find_account(owner.name) if cloned else roster.find_written(written)


def _prefix_of_repositories(groups: Groups, home: str, course: Course) -> str:
    """Return what precedes every student's name, where all folders are clones, or several of them are."""
    folders = [name for name, group in groups.items() if not is_single_file(group)]
    clones = [name for name in folders if is_clone(groups[name])]
    return classroom_prefix(clones, home, course) if len(clones) > 1 or clones == folders else ""


def _why_ignored(name: str, group: Sequence[Entry]) -> str:
    if not is_single_file(group):
        return f"{name}: a folder of an assignment beside folders of students, ignored"
    if ARCHIVE.search(name) and not group[0].problem:
        return f"{name}: named after an assignment and not after a student, ignored; put it into its student's folder"
    return f"{name}: {group[0].problem or 'not a folder of a student, ignored'}"


def _owner_by_name(name: str, group: list[Entry], prefix: str, course: Course) -> DownloadOwner | None:
    if not is_single_file(group):
        return None if is_assignment(name, entries_inside(group), course) else DownloadOwner(name.removeprefix(prefix))
    is_students = ARCHIVE.search(name) and not has_assignment_id(name, course)
    return DownloadOwner(strip_archive_suffix(name)) if is_students else None


def _entries_of_owner(name: str, group: list[Entry], owner: DownloadOwner) -> list[Entry]:
    """Return the entries of a student's folder, or the student's file under the name that the student gave it."""
    if is_single_file(group):
        return [replace(group[0], parts=(owner.rest or name,), late=owner.late)]
    return [replace(entry, late=owner.late) for entry in entries_inside(group)]
