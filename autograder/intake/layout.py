"""Splits what arrived by student: wrapping folders are removed, downloads and repositories recognised.

First the names that learning platforms give to downloads, then what is at one level of the folders (one student's work,
folders of students, folders of assignments), then the bundle of each student.
"""

import os.path
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

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

CANVAS = re.compile(r"(?P<name>[^_]\w*?(?:-\w+?)*?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<upload>\d+)_(?P<rest>.+)")
ANONYMOUS = re.compile(  # where graders must not know names, `LATE` comes first: LATE_anon_k3Xb9_90001_causal.py
    r"(?P<late>LATE_)?anon_(?P<again>LATE_)?(?P<id>[0-9A-Za-z]+)_(?:(?P<upload>\d+)_(?P<rest>.+)|(?P<typed>text|link)\.html)"
)
TYPED = re.compile(
    r"(?P<name>[^_]\w*?(?:-\w+?)*?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<rest>text|link|assignsubmission)\.html"
)
MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?P<plugin>file|onlinetext)(?:_(?P<rest>.*)|\.\w+)?")
NEUTRAL = {"submissions", "submission", "submitted", "students", "downloads", "class", "hand_ins", "uploads"}
Groups = dict[str, list[Entry]]


@dataclass(frozen=True)
class DownloadOwner:
    """A student as the name of a downloaded file identifies them.

    Attributes:
        name: the student's name on the platform.
        id: the student's number on the platform.
        rest: the rest of the name: what the student called the file.
        late: whether the platform marked it as late.
        typed: whether it is text that was typed into a form, not a file.
    """

    name: str
    id: str = ""
    rest: str = ""
    late: bool = False
    typed: bool = False

    @property
    def key(self) -> str:
        """The student's id where there is no roster: name and number, without spaces."""
        return "_".join(part for part in (re.sub(r"\s+", "_", self.name.strip()), self.id) if part)


def owner_of(name: str) -> DownloadOwner | None:
    """Parse a file name that Canvas or Moodle made; None for any other."""
    if match := MOODLE.fullmatch(name):
        rest = "" if (match["rest"] or ".").startswith(".") else match["rest"]  # an extension alone is not a name
        return DownloadOwner(match["name"], match["id"], rest, typed=match["plugin"] == "onlinetext")
    if match := ANONYMOUS.fullmatch(name):
        late = bool(match["late"] or match["again"])
        return DownloadOwner("anon", match["id"], match["rest"] or name, late, typed=bool(match["typed"]))
    if match := TYPED.fullmatch(name):
        return DownloadOwner(match["name"], match["id"], name, bool(match["late"]), typed=True)
    if match := CANVAS.fullmatch(name):
        return DownloadOwner(match["name"], match["id"], match["rest"], bool(match["late"]))
    return None


def classroom_prefix(names: Sequence[str], home: str, course: Course) -> str:
    """Return what GitHub Classroom puts before every login: `02-causal-` for `02-causal-ada` and `02-causal-ben`.

    It is taken from the name of the folder that contains the clones (`02-causal-submissions`), or else it is the common
    prefix of their names.
    """
    slug = home.removesuffix("-submissions") + "-"
    if names and home.endswith("-submissions") and all(name.startswith(slug) and name != slug for name in names):
        return slug
    if len(names) < 2:
        return ""
    same = os.path.commonprefix(list(names))  # noqa: RUF071 - character by character is meant
    cuts = [same[: place + 1] for place, letter in enumerate(same) if letter == "-"]
    named = [cut for cut in cuts if assignment_of(cut.strip("-"), course)]
    return max(named or cuts, key=len, default="")


def strip_archive_suffix(name: str) -> str:
    """Return the name of a student's folder or archive without its extension."""
    return ARCHIVE.sub("", name)


def is_neutral(name: str) -> bool:
    """Whether a folder has a name that folders of many students often have."""
    return normalise_name(name) in NEUTRAL


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
    return _contains_work(entries, course) and len(_folders_of_students(entries, course)) < 2


def is_assignment(name: str, below: Sequence[Entry], course: Course) -> bool:
    """Whether a folder is an assignment's. A student may be called `2` or `Cross`, so a file must confirm it."""
    assignment = assignment_of(name, course, numbers=True)
    if assignment is None or normalise_name(strip_extensions(name)).startswith(assignment.id):
        return assignment is not None
    top_dirs = group_by_top(below)
    if any(assignment_of(top, course) for top, group in top_dirs.items() if not is_single_file(group)):
        return False
    return any(expected_file(top, assignment.files) for top, group in top_dirs.items() if is_single_file(group))


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


def _contains_work(entries: Sequence[Entry], course: Course) -> bool:
    """Whether there are folders of assignments, or files under the names that assignments expect."""
    files = tuple(name for assignment in course for name in assignment.files)
    for name, group in group_by_top(entries).items():
        if is_single_file(group):
            if owner_of(name) is None and (expected_file(name, files) or NOTEBOOK.search(name)):
                return True
        elif is_assignment(name, entries_inside(group), course):
            return True
    return False


@dataclass
class StudentBundle:
    """Everything of one student, with paths relative to the student's folder.

    Attributes:
        key: the student's id where there is no roster.
        aliases: further names to look up in a roster.
        entries: files and folders.
        problems: sentences about what could not be read.
    """

    key: str
    aliases: tuple[str, ...] = ()
    entries: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def unwrap(entries: list[Entry], course: Course, name: str) -> tuple[list[Entry], str]:
    """Return the level where the students are, and the name of the folder that contains them."""
    groups = group_by_top(entries)
    useful = {top: group for top, group in groups.items() if not is_single_file(group) or belongs_to_a_student(top)}
    if len(useful) != 1 or is_one_students_work(entries, course):
        return entries, name
    top, group = next(iter(useful.items()))
    below = entries_inside(group)
    if is_single_file(group) or owner_of(top) is not None or not below:
        return entries, name
    if is_neutral(top):
        return unwrap(below, course, name)
    wraps = normalise_name(top) == normalise_name(strip_extensions(name)) or len(student_names(below, course)) > 1
    return unwrap(below, course, top) if wraps and not is_one_students_work(below, course) else (entries, name)


def split_by_student(entries: list[Entry], course: Course, name: str) -> tuple[list[StudentBundle], list[str]]:
    """Split entries by student.

    Args:
        entries: everything that arrived.
        course: the course.
        name: the name of the folder or archive that arrived.

    Returns:
        One bundle per student, and a sentence for each thing that belongs to nobody.
    """
    entries, name = unwrap(entries, course, name)
    if not is_one_students_work(entries, course):
        return _split_level(entries, name, course)
    if inner := _students_by_assignment(entries, course):
        return _merge_assignments(inner, course)
    return [StudentBundle(strip_archive_suffix(name), entries=entries)], []


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
    inner: list[tuple[Assignment, list[Entry]]], course: Course
) -> tuple[list[StudentBundle], list[str]]:
    """Merge the bundles of each student from the folders of all assignments."""
    together: dict[str, StudentBundle] = {}
    ignored: list[str] = []
    for assignment, below in inner:
        bundles, strange = _split_level(below, assignment.id, course)
        ignored += strange
        for bundle in bundles:
            mine = together.setdefault(bundle.key, StudentBundle(bundle.key, bundle.aliases))
            mine.entries += [entry.below(assignment.id) for entry in bundle.entries]
            mine.problems += bundle.problems
    return list(together.values()), ignored


def _split_level(entries: list[Entry], home: str, course: Course) -> tuple[list[StudentBundle], list[str]]:
    groups = group_by_top(entries)
    prefix = _prefix_of_repositories(groups, home, course)
    bundles: dict[str, StudentBundle] = {}
    hidden = dict.fromkeys(entry.parts[0] for entry in entries if entry.folder and is_hidden_folder(entry.parts[0]))
    ignored = [f"{name}: begins with a dot, as folders of tools do, and is ignored; rename it" for name in hidden]
    for name, group in groups.items():
        owner = owner_of(name) or _owner_by_name(name, group, prefix, course)
        if owner is None:
            ignored.append(_why_ignored(name, group))
            continue
        bundle = bundles.setdefault(
            owner.key, StudentBundle(owner.key, tuple(filter(None, (name, owner.name, owner.id))))
        )
        if owner.typed:
            bundle.problems.append(f"{name}: is text typed into a form; hand in a file")
        else:
            bundle.entries += _entries_of_owner(name, group, owner)
    return list(bundles.values()), ignored


def _prefix_of_repositories(groups: Groups, home: str, course: Course) -> str:
    """Return what precedes every student's name, where all folders are clones."""
    folders = [name for name, group in groups.items() if not is_single_file(group)]
    cloned = all(any(entry.parts[1:2] == (".git",) for entry in groups[name]) for name in folders)
    return classroom_prefix(folders, home, course) if cloned else ""


def _why_ignored(name: str, group: Sequence[Entry]) -> str:
    if is_single_file(group):
        return f"{name}: {group[0].problem or 'not a folder of a student, ignored'}"
    return f"{name}: a folder of an assignment beside folders of students, ignored"


def _owner_by_name(name: str, group: list[Entry], prefix: str, course: Course) -> DownloadOwner | None:
    if not is_single_file(group):
        return None if is_assignment(name, entries_inside(group), course) else DownloadOwner(name.removeprefix(prefix))
    return DownloadOwner(strip_archive_suffix(name)) if ARCHIVE.search(name) else None


def _entries_of_owner(name: str, group: list[Entry], owner: DownloadOwner) -> list[Entry]:
    """Return the entries of a student's folder, or the student's file under the name that the student gave it."""
    if is_single_file(group):
        return [replace(group[0], parts=(owner.rest or name,), late=owner.late)]
    return [replace(entry, late=owner.late) for entry in entries_inside(group)]
