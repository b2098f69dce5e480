"""Recognises downloads of whole classes that are beside each other, such as one zip of Moodle for each assignment.

A download becomes a folder of its assignment, and the students of all downloads are brought together.
"""

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from autograder.course import Assignment, Course
from autograder.intake.archives import archive_entries
from autograder.intake.attempts import is_part_of_work
from autograder.intake.entries import (
    MB,
    Channel,
    Entry,
    ReadBudget,
    UnreadableError,
    class_budget,
    open_regular_file,
    student_budget,
    unforeseen,
)
from autograder.intake.gradescope import split_export
from autograder.intake.layout import (
    CLONES,
    METADATA,
    StudentBundle,
    classroom_prefix,
    contains_work,
    entries_inside,
    group_by_top,
    holds_hand_ins,
    is_clone,
    is_export,
    is_neutral,
    is_single_file,
    split_by_student,
    split_level,
    strip_archive_suffix,
    student_at,
    student_names,
    unwrap,
)
from autograder.intake.names import ARCHIVE, CHAPTER, assignment_of, expected_file, is_code, normalise_name
from autograder.intake.platform_names import DownloadOwner, owner_of
from autograder.intake.roster import Roster
from autograder.intake.time_text import EARLIEST
from autograder.wording import counted

MAX_DOWNLOAD = 256 * MB  # of a download that is inside another archive; one on disk is not read as a whole
MAX_WRAPS = 3  # folders around a download
LOOKS_LIKE_DOWNLOAD = (
    "has names of students in it, and is beside the work of students, so it is taken for one student's; if it is"
    " a download, name it after its part or put it into a folder called downloads"
)
LOOKS_LIKE_EXPORT = (
    f"contains {METADATA}, as exports of Gradescope do, and is beside the work of students, so nothing in it is graded;"
    " if it is a download, name it after its part or put it into a folder called downloads"
)
EXPORT = re.compile(r"assignment_\d{5,}_export(?: \(\d+\))?")  # what Gradescope calls its exports
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
        around: the only folder or archive, if students are in it and its name does not say that it is a download.
    """

    bundles: list[StudentBundle]
    ignored: list[str]
    remarks: list[str] = field(default_factory=list)
    around: str = ""


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
        found = self._split(entries, name)
        tops = [top for top, group in group_by_top(entries).items() if not is_single_file(group) or ARCHIVE.search(top)]
        alone = tops[0] if len(tops) == 1 and owner_of(tops[0]) is None and not self._is_named(tops[0]) else ""
        same = normalise_name(strip_archive_suffix(alone)) == normalise_name(strip_archive_suffix(name))
        return replace(found, around="" if same or len(found.bundles) < 2 else alone)

    def _split(self, entries: list[Entry], name: str) -> ClassBundles:
        level, _ = unwrap(entries, self._course, name, self._roster)
        if is_export(level):
            return ClassBundles(*split_export(level, self._roster, self._course.policies.zone))
        merger = _Merger(self._course, self._roster)
        if not self._collect(entries, _Level(), merger):
            bundles, ignored = split_by_student(entries, self._course, name, self._roster)
            return ClassBundles(bundles, ignored + merger.doubts)
        return ClassBundles(list(merger.bundles.values()), merger.ignored + merger.doubts, merger.remarks)

    def _collect(self, entries: list[Entry], level: _Level, merger: "_Merger") -> bool:
        """Add all downloads in a folder to the merger, then what is beside them; return whether there are any.

        A name that does not say that something is a download is believed only where no student could have given it.
        """
        groups = group_by_top(entries)
        rest = dict(groups)
        unnamed: dict[str, set[str]] = {}
        exports: set[str] = set()
        for top, group in groups.items():
            if len(groups) > 1 and is_clone(group):
                continue
            with ExitStack() as stack:  # hundreds of students' archives must not stay open
                inner = self._open(top, group, stack)
                if not inner:
                    continue
                owners = self._owners(inner, top) if len(groups) > 1 else set()
                if len(groups) > 1 and (not self._is_named(top) or len(owners) == 1):
                    unnamed |= {top: owners} if owners else {}
                    exports |= {top} if owners and not self._is_named(top) and self._is_export(top, inner) else set()
                elif self._collect_from(top, inner, level, merger, alone=len(groups) == 1):
                    del rest[top]
                    self._stack.push(stack.pop_all())
        believed = self._believed(unnamed, exports, rest, merger)
        rest = {top: group for top, group in rest.items() if top in believed or top not in exports}
        for top in believed:
            with ExitStack() as stack:
                if self._collect_from(top, self._open(top, groups[top], stack), level, merger, believed=True):
                    del rest[top]
                    self._stack.push(stack.pop_all())
        parts = {
            top: entries_inside(group)
            for top, group in rest.items()
            if not (is_single_file(group) or is_clone(group) or self._is_listed(top))
        }
        parts = {top: inner for top, inner in parts.items() if self._contains_students(top, inner)}
        others = [entry for top, group in rest.items() if top not in parts for entry in group]
        beside = any(map(ARCHIVE.search, rest)) or student_names(others, self._course)
        if len(rest) == len(groups) and not (parts and beside):
            return False
        for top, inner in parts.items():
            merger.add(Download((*level.path, top), inner, assignment_of(top, self._course, numbers=True)))
            del rest[top]
        merger.add_others([entry for group in rest.values() for entry in group], level.path)
        return True

    def _believed(
        self, unnamed: Mapping[str, set[str]], exports: set[str], groups: Mapping[str, list[Entry]], merger: "_Merger"
    ) -> list[str]:
        """Return those of the downloads without such a name that are no student's work, and name the others.

        Args:
            unnamed: the students in each of them.
            exports: those that say themselves whose they are, and when that was handed in: a student may have said it.
            groups: everything at the level that is no other download.
            merger: is told about the others.
        """
        beside = self._students_at(groups.keys() - unnamed, groups)
        listed = self._roster is not None
        believed = {
            top
            for top, owners in unnamed.items()
            if not beside or (not owners & beside and (self._is_named(top) or (listed and top not in exports)))
        }
        doubts = {top: LOOKS_LIKE_EXPORT if top in exports else LOOKS_LIKE_DOWNLOAD for top in unnamed}
        merger.doubts += [f"{top}: {doubt}" for top, doubt in doubts.items() if top not in believed]
        return [top for top in unnamed if top in believed]

    def _is_named(self, top: str) -> bool:
        """Whether a name says that something is a download."""
        bare = strip_archive_suffix(top)
        named = is_neutral(bare) or CLONES.search(bare) or EXPORT.fullmatch(bare)
        return part_of_download(top, self._course) is not None or bool(named)

    def _owners(self, inner: list[Entry], top: str) -> set[str]:
        """Return the students, as the roster calls them, of what looks like a download; empty for anything else.

        What contains files of the course beside them is the work of one student. One name in it is enough if it is in
        the roster, or if the download is called `mails` or the like.
        """
        students, _ = unwrap(inner, self._course, strip_archive_suffix(top), self._roster)
        if contains_work(students, self._course):
            return set()
        groups = group_by_top(students)
        names = list(groups)
        if _is_from_platform(students, named=False):
            owners = {name: owner for name in names if (owner := owner_of(name)) is not None}
            return {self._student(name, groups[name], owner) for name, owner in owners.items()}
        if holds_hand_ins(students):
            prefix = classroom_prefix(names, top, self._course)
            return {self._student(name, groups[name], DownloadOwner(name.removeprefix(prefix))) for name in names}
        alone = len(names) == 1 and is_neutral(strip_archive_suffix(top)) and self._may_be_student(names[0], students)
        return self._listed(names) or ({strip_archive_suffix(names[0])} if alone else set())

    def _may_be_student(self, top: str, group: list[Entry]) -> bool:
        """Whether a folder or archive is called neither like a part nor like a student's attempt."""
        packed = not is_single_file(group) or bool(ARCHIVE.search(top))
        return packed and not is_part_of_work(top) and assignment_of(top, self._course, numbers=True) is None

    def _is_export(self, top: str, inner: list[Entry]) -> bool:
        """Whether a folder or archive contains an export of Gradescope, however it is called."""
        students, _ = unwrap(inner, self._course, strip_archive_suffix(top), self._roster)
        return is_export(students)

    def _listed(self, names: Iterable[str]) -> set[str]:
        """Return the students in the roster who have these names."""
        bare = map(strip_archive_suffix, names)
        return {student for name in bare if self._roster and (student := self._roster.find_written(name))}

    def _is_listed(self, top: str) -> bool:
        """Whether a name is that of a student in the roster."""
        return bool(self._listed([top]))

    def _student(self, top: str, group: Sequence[Entry], owner: DownloadOwner) -> str:
        """Return the id of a student in the roster, else the name."""
        return (student_at(top, group, self._roster, owner) if self._roster else None) or owner.name

    def _students_at(self, tops: Iterable[str], groups: Mapping[str, list[Entry]]) -> set[str]:
        """Return the students whose own folders, archives and files are at a level."""
        found: set[str] = set()
        for top in tops:
            if (owner := owner_of(top)) is not None:
                found.add(self._student(top, groups[top], owner))
            elif is_clone(groups[top]) or (not self._is_named(top) and _may_be_work(top, groups[top])):
                found.add(self._student(top, groups[top], DownloadOwner(strip_archive_suffix(top))))
        return found

    def _open(self, top: str, group: list[Entry], stack: ExitStack) -> list[Entry]:
        """Return what is inside a folder, or an archive that may be a download; empty where it is neither."""
        if owner_of(top) is not None or self._is_listed(top):
            return []
        if not is_single_file(group):
            return entries_inside(group)
        if not ARCHIVE.search(top) or group[0].problem:
            return []
        named = self._is_named(top)
        try:
            return list(_members(group[0], class_budget() if named else student_budget(), stack))
        except UnreadableError as error:
            problem = str(error).replace("pack it again", "download it again")
        except OSError as error:
            problem = f"cannot be read ({error.strerror})"
        except Exception as error:  # noqa: BLE001 - one file must not end the intake of the class
            problem = unforeseen(error)
        if named:  # it is no student's, so nobody else says what is wrong with it
            group[0] = replace(group[0], problem=problem)
        return []

    def _collect_from(
        self,
        top: str,
        inner: list[Entry],
        level: _Level,
        merger: "_Merger",
        *,
        alone: bool = False,
        believed: bool = False,
    ) -> bool:
        """Add the download that a folder or archive is, or those inside it; return whether there are any.

        Args:
            top: its name.
            inner: what is in it.
            level: where it is.
            merger: is told about the downloads.
            alone: whether nothing is beside it.
            believed: whether it is known to be a download although its name or its content may be a student's.
        """
        students, _ = unwrap(inner, self._course, strip_archive_suffix(top), self._roster)
        path, assignment = (*level.path, top), part_of_download(top, self._course) or level.assignment
        named = assignment is not None or self._is_named(top)
        of_students = ARCHIVE.search(top) and self._contains_students(top, students)
        if _is_from_platform(students, named=named) or holds_hand_ins(students) or of_students:
            merger.add(Download(path, students, assignment or assignment_by_files(students, self._course)))
            return True
        deeper = (alone or believed or named) and len(path) <= MAX_WRAPS
        if deeper and self._collect(inner, _Level(path, assignment), merger):
            return True
        listed = self._listed(group_by_top(students))
        several = len(listed) > 1 or (is_neutral(strip_archive_suffix(top)) and self._several(students))
        if not believed and (alone or not several):
            return False
        merger.add(Download(path, students, assignment))
        return True

    def _several(self, entries: list[Entry]) -> bool:
        """Whether there are folders or archives of several students."""
        return sum(not is_part_of_work(name) for name in student_names(entries, self._course)) > 1

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


def _may_be_work(top: str, group: Sequence[Entry]) -> bool:
    """Whether an archive, or a folder with code somewhere in it, may be a student's."""
    return bool(ARCHIVE.search(top)) or any(is_code(entry.name) and len(entry.parts) > 1 for entry in group)


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
        self.doubts: list[str] = []
        self._course = course
        self._roster = roster
        self._taken: set[str] = set()

    def add(self, download: Download) -> None:
        """Add the students of a download, with their files below a folder of its assignment."""
        if is_export(download.entries):
            bundles, ignored = split_export(download.entries, self._roster, self._course.policies.zone)
        else:
            home = strip_archive_suffix(download.path[-1])
            bundles, ignored = split_level(download.entries, home, self._course, self._roster)
        folders = self._folders(download)
        for bundle in bundles:
            time = next((item.time for item in bundle.hand_ins.values()), None)
            _came_by(bundle, Channel(download.label, bundle.places[0][1] if bundle.places else "", time))
            bundle.entries = [entry.below(*folders) for entry in bundle.entries]
            bundle.places = [(download.label, place) for _, place in bundle.places]
            if download.assignment is not None:
                for item in list(bundle.hand_ins.values()):
                    bundle.hand_ins = {download.assignment.id: item}
                bundle.received = [replace(item, assignment=download.assignment.id) for item in bundle.received]
        self._merge(bundles)
        self.ignored += [f"{download.label}/{line}" for line in ignored]
        part = download.assignment.id if download.assignment else "parts that each file tells"
        self.remarks.append(f"{download.label}: a download of {counted(len(bundles), 'student')}, read as {part}")

    def add_others(self, entries: list[Entry], path: tuple[str, ...]) -> None:
        """Add students whose folders and archives are beside downloads, and name everything else there."""
        bundles, ignored = split_level(entries, path[-1] if path else "", self._course, self._roster)
        for bundle in bundles:
            bundle.places = [("/".join(path), place) for _, place in bundle.places]
            _came_by(bundle, Channel("", "/".join((*path, bundle.places[0][1]))))
        self._merge(bundles)
        self.ignored += ["/".join((*path, line)) for line in ignored]

    def _merge(self, bundles: Iterable[StudentBundle]) -> None:
        for bundle in bundles:
            known = self.bundles.setdefault(bundle.key, StudentBundle(bundle.key))
            for part in known.hand_ins.keys() & bundle.hand_ins.keys():  # downloads of the same part, both with times
                older = min((known, bundle), key=lambda item: item.hand_ins[part].time or EARLIEST)
                older.entries = [entry for entry in older.entries if entry.parts[0] != part]
                del older.hand_ins[part]
            known.add(bundle)

    def _folders(self, download: Download) -> tuple[str, ...]:
        """Return where the files of a download are; those of a second one for an assignment are another attempt."""
        if download.assignment is None:
            return (download.path[-1],)
        first = download.assignment.id not in self._taken
        self._taken.add(download.assignment.id)
        return (download.assignment.id,) if first else (download.assignment.id, download.path[-1])


def _came_by(bundle: StudentBundle, channel: Channel) -> None:
    bundle.entries = [replace(entry, channel=channel) for entry in bundle.entries]


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
        chapters = (
            match for match in CHAPTER.finditer(words) if match[0][0].isalpha() and words[match.start() - 1] == "_"
        )
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
