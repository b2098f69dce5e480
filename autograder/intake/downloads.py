"""Recognises downloads of whole classes that are beside each other, such as one zip of Moodle for each assignment.

A download becomes a folder of its assignment, and the students of all downloads are brought together.
"""

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from autograder.course import Assignment, Course
from autograder.intake.archives import archive_entries
from autograder.intake.attempts import is_part_of_work
from autograder.intake.entries import (
    MB,
    Entry,
    ReadBudget,
    UnreadableError,
    class_budget,
    open_regular_file,
    student_budget,
)
from autograder.intake.layout import (
    StudentBundle,
    entries_inside,
    group_by_top,
    is_neutral,
    is_single_file,
    split_by_student,
    split_level,
    strip_archive_suffix,
    student_names,
    unwrap,
)
from autograder.intake.names import ARCHIVE, CHAPTER, assignment_of, expected_file, normalise_name
from autograder.intake.platform_names import owner_of
from autograder.intake.roster import Roster
from autograder.wording import counted

MAX_DOWNLOAD = 256 * MB  # of a download that is inside another archive; one on disk is not read as a whole
MAX_WRAPS = 3  # folders around a download
MIN_DIGITS = 3  # of a number of Canvas, where a single file must show that it is from there


@dataclass(frozen=True)
class Download:
    """What a platform packed of a whole class.

    Attributes:
        path: the names of the folders around it, and its own.
        entries: at the level of the students.
        assignment: what it is for; None if its name and its files do not say.
    """

    path: tuple[str, ...]
    entries: list[Entry]
    assignment: Assignment | None

    @property
    def label(self) -> str:
        """What messages call it."""
        return "/".join(self.path)


@dataclass(frozen=True)
class _Level:
    """A folder in which downloads are looked for: the names of the folders around it, and what they are for."""

    path: tuple[str, ...] = ()
    assignment: Assignment | None = None


@dataclass
class ClassBundles:
    """A class by student.

    Attributes:
        bundles: one for each student.
        ignored: a sentence for each thing that belongs to nobody.
        remarks: a sentence for each download that was recognised.
    """

    bundles: list[StudentBundle]
    ignored: list[str]
    remarks: list[str] = field(default_factory=list)


class DownloadFinder:
    """Finds downloads among the entries of a class; archives stay open until the stack is closed.

    Args:
        course: the course.
        roster: says which names several students have.
        stack: closes archives on disk.
    """

    def __init__(self, course: Course, roster: Roster | None, stack: ExitStack) -> None:
        self._course = course
        self._roster = roster
        self._stack = stack

    def split_class(self, entries: list[Entry], name: str) -> ClassBundles:
        """Split the entries of a class by student, whether they are one download or several.

        Args:
            entries: everything that arrived.
            name: the name of the folder or archive that arrived.
        """
        merger = _Merger(self._course, self._roster)
        if not self._collect(entries, _Level(), merger):
            return ClassBundles(*split_by_student(entries, self._course, name, self._roster))
        return ClassBundles(list(merger.bundles.values()), merger.ignored, merger.remarks)

    def _collect(self, entries: list[Entry], level: _Level, merger: "_Merger") -> bool:
        """Add all downloads in a folder to the merger, then what is beside them; return whether there are any."""
        groups = group_by_top(entries)
        rest = dict(groups)
        for top, group in groups.items():
            with ExitStack() as stack:  # hundreds of students' archives must not stay open
                inner = self._open(top, group, stack)
                if inner and self._collect_from(top, inner, level, merger, alone=len(groups) == 1):
                    del rest[top]
                    self._stack.push(stack.pop_all())
        if len(rest) == len(groups):
            return False
        for top, group in list(rest.items()):
            inner = entries_inside(group)
            if not is_single_file(group) and self._contains_students(top, inner):
                merger.add(Download((*level.path, top), inner, assignment_of(top, self._course, numbers=True)))
                del rest[top]
        merger.add_others([entry for group in rest.values() for entry in group], level.path)
        return True

    def _open(self, top: str, group: list[Entry], stack: ExitStack) -> list[Entry]:
        """Return what is inside a folder, or an archive that may be a download; empty where it is neither."""
        if owner_of(top) is not None:
            return []
        if not is_single_file(group):
            return entries_inside(group)
        if not ARCHIVE.search(top) or group[0].problem:
            return []
        named = part_of_download(top, self._course) is not None or is_neutral(strip_archive_suffix(top))
        try:
            return list(_members(group[0], class_budget() if named else student_budget(), stack))
        except UnreadableError as error:
            problem = str(error)
        except OSError as error:
            problem = f"cannot be read ({error.strerror})"
        if named:  # it is no student's, so nobody else says what is wrong with it
            group[0] = replace(group[0], problem=problem)
        return []

    def _collect_from(self, top: str, inner: list[Entry], level: _Level, merger: "_Merger", *, alone: bool) -> bool:
        """Add the download that a folder or archive is, or those inside it; return whether there are any."""
        students, _ = unwrap(inner, self._course, strip_archive_suffix(top))
        path, assignment = (*level.path, top), part_of_download(top, self._course) or level.assignment
        named = assignment is not None or is_neutral(strip_archive_suffix(top))
        if _is_from_platform(students, named=named) or (ARCHIVE.search(top) and self._contains_students(top, students)):
            merger.add(Download(path, students, assignment or assignment_by_files(students, self._course)))
            return True
        deeper = (alone or named) and len(path) <= MAX_WRAPS
        return deeper and self._collect(inner, _Level(path, assignment), merger)

    def _contains_students(self, top: str, entries: list[Entry]) -> bool:
        """Whether a folder or archive named after an assignment contains folders or archives of several students.

        One student's work may be in several folders too, but those of several students contain the same files.
        """
        assignment = assignment_of(top, self._course, numbers=True)
        if assignment is None:
            return False
        names = [name for name in student_names(entries, self._course) if not is_part_of_work(name)]
        packed = [name for name in names if ARCHIVE.search(name) and assignment_of(name, self._course) is None]
        files = {
            (entry.parts[0], file)
            for entry in entries
            if entry.parts[0] in names and (file := expected_file(entry.name, assignment.files))
        }
        return len(packed) > 1 or max(Counter(file for _, file in files).values(), default=0) > 1


def _members(entry: Entry, budget: ReadBudget, stack: ExitStack) -> Iterator[Entry]:
    """Yield the members of an archive; what an archive of a student may unpack to is limited as for students."""
    if entry.path is not None:
        yield from archive_entries(stack.enter_context(open_regular_file(entry.path)), budget)
    else:
        data = entry.read(MAX_DOWNLOAD)
        budget.keep(len(data))
        yield from archive_entries(io.BytesIO(data), budget)


def _is_from_platform(entries: Sequence[Entry], *, named: bool) -> bool:
    """Whether names at a level are those that a platform gives; a single name of Canvas may be a student's own idea."""
    owners = [owner for name in group_by_top(entries) if (owner := owner_of(name)) is not None]
    several = len({owner.key for owner in owners}) > 1
    return several or any(owner.moodle or (named and len(owner.id) >= MIN_DIGITS) for owner in owners)


class _Merger:
    """Brings the students of several downloads together.

    Args:
        course: the course.
        roster: says which names several students have.
    """

    def __init__(self, course: Course, roster: Roster | None) -> None:
        self.bundles: dict[str, StudentBundle] = {}
        self.ignored: list[str] = []
        self.remarks: list[str] = []
        self._course = course
        self._roster = roster
        self._taken: set[str] = set()

    def add(self, download: Download) -> None:
        """Add the students of a download, with their files below a folder of its assignment."""
        bundles, ignored = split_level(
            download.entries, strip_archive_suffix(download.path[-1]), self._course, self._roster
        )
        folders = self._folders(download)
        for bundle in bundles:
            bundle.entries = [entry.below(*folders) for entry in bundle.entries]
            if download.assignment is not None:
                bundle.received = [replace(item, assignment=download.assignment.id) for item in bundle.received]
        self._merge(bundles)
        self.ignored += [f"{download.label}/{line}" for line in ignored]
        part = download.assignment.id if download.assignment else "parts that each file tells"
        self.remarks.append(f"{download.label}: a download of {counted(len(bundles), 'student')}, read as {part}")

    def add_others(self, entries: list[Entry], path: tuple[str, ...]) -> None:
        """Add students whose folders and archives are beside downloads, and name everything else there."""
        bundles, ignored = split_level(entries, path[-1] if path else "", self._course, self._roster)
        self._merge(bundles)
        self.ignored += ["/".join((*path, line)) for line in ignored]

    def _merge(self, bundles: Iterable[StudentBundle]) -> None:
        for bundle in bundles:
            self.bundles.setdefault(bundle.key, StudentBundle(bundle.key)).add(bundle)

    def _folders(self, download: Download) -> tuple[str, ...]:
        """Return where the files of a download are; those of a second one for an assignment are another attempt."""
        if download.assignment is None:
            return (download.path[-1],)
        first = download.assignment.id not in self._taken
        self._taken.add(download.assignment.id)
        return (download.assignment.id,) if first else (download.assignment.id, download.path[-1])


def part_of_download(name: str, course: Course) -> Assignment | None:
    """Return the assignment that the name of a download contains: `CS101-Causal attention-4711.zip`, `hw2.zip`.

    Of several the one with the longest name is meant; None if that is not clear.
    """
    if exact := assignment_of(name, course, numbers=True):
        return exact
    words = f"_{normalise_name(strip_archive_suffix(name))}_"
    lengths: Counter[str] = Counter()
    for assignment in course:
        number, topic = assignment.id.split("_", 1)
        names = [text for text in (assignment.id, topic, normalise_name(assignment.title)) if f"_{text}_" in words]
        chapters = (match for match in CHAPTER.finditer(words) if match[0][0].isalpha())
        names += [match[0] for match in chapters if int(match[1]) == int(number)]
        lengths[assignment.id] = max(map(len, names), default=0)
    (best, length), *others = lengths.most_common()
    return course.assignment(best) if length and not any(other == length for _, other in others) else None


def assignment_by_files(entries: Iterable[Entry], course: Course) -> Assignment | None:
    """Return the only assignment of which files are among the entries, judging by names that no other one has."""
    found: set[str] = set()
    for entry in entries:
        owner = owner_of(entry.name)
        name = owner.rest if owner and owner.rest else entry.name
        parts = [item.id for item in course if expected_file(name, item.files)]
        found |= set(parts) if len(parts) == 1 else set()
    return course.assignment(found.pop()) if len(found) == 1 else None
