"""Which file of a student belongs to which assignment: by its folder, its name, its neighbours, what it defines."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.course import Assignment, Course
from autograder.intake.entries import Entry, UnreadableError
from autograder.intake.limits import MAX_FILE, MAX_NOTEBOOK
from autograder.intake.names import ARCHIVE, NOTEBOOK, assignment_of, contract_file, is_code, is_junk

LOOKED_INTO = 40  # files of unknown names; a whole library may lie beside the work
BEGIN = rb"(?:^|[\n\"']|\\n)[ \t]*"  # of a line, in a notebook too
DEFINES = re.compile(BEGIN + rb"(?:async[ \t]+)?(?:def|class)[ \t]+([A-Za-z_]\w*)")
LAMBDAS = re.compile(BEGIN + rb"([A-Za-z_]\w*)[ \t]*=[ \t]*lambda\b")


@dataclass(frozen=True)
class Candidate:
    """A file that could be `file` of `assignment`; a notebook stands for all of its files."""

    assignment: Assignment
    file: str
    entry: Entry
    folder: str = ""  # the folder that was taken for the assignment's, where it is called otherwise
    why: str = ""  # what it was recognised by, where not by its name

    @property
    def holder(self) -> tuple[str, ...]:
        """The folder or archive it lies in."""
        return self.entry.parts[:-1]

    @property
    def notebook(self) -> bool:
        """Whether definitions must be taken out of it."""
        return self.file == ""


class Sorter:
    """Sorts the files of one student."""

    def __init__(self, course: Course, hint: Assignment | None) -> None:
        self._course = course
        self._hint = hint
        self._names = {exercise.name: item for item in course for exercise in item.exercises}
        self._named: dict[tuple[str, bool], Assignment | None] = {}

    def sort(self, entries: Sequence[Entry]) -> tuple[list[Candidate], list[Entry]]:
        """All candidates, and what is none."""
        files = [entry for entry in entries if not any(map(is_junk, entry.parts))]
        candidates = [found for entry in files for found in self._by_place(entry)]
        taken = {id(found.entry) for found in candidates}
        rest = [entry for entry in files if id(entry) not in taken and not entry.folder]
        for entry in [entry for entry in rest if is_code(entry.name)][:LOOKED_INTO]:
            candidates += list(self._by_content(entry, candidates))
        taken = {id(found.entry) for found in candidates}
        return candidates, [entry for entry in files if id(entry) not in taken]

    def homes(self, entries: Sequence[Entry]) -> set[str]:
        """The assignments that a folder is called after, whatever it holds."""
        found = (self._home(entry.parts if _is_folder(entry) else entry.parts[:-1])[0] for entry in entries)
        return {assignment.id for assignment in found if assignment is not None}

    def folder_of(self, entry: Entry) -> str:
        """The assignment that the folder of an entry is called after; empty where there is none."""
        home, _ = self._home(entry.parts[:-1])
        return home.id if home else ""

    def home_of(self, entry: Entry) -> str:
        """The assignment that the name of a file says, or else its folder; empty where neither does."""
        owners = [item for item in self._course if contract_file(entry.name, item.files)]
        named = owners[0] if len(owners) == 1 else assignment_of(entry.name, self._course)
        return named.id if named else self.folder_of(entry)

    def barred(self, entries: Sequence[Entry], assignment: Assignment) -> list[str]:
        """Why a folder or archive that is called after an assignment could not be looked into."""
        closed = [entry for entry in entries if entry.problem and _is_folder(entry)]
        return [f"{entry.name}: {entry.problem}" for entry in closed if self._meant(entry) == assignment]

    def _meant(self, entry: Entry) -> Assignment | None:
        """What a folder or archive is for; an archive without a name of the course is for what is graded at all."""
        return self._home(entry.parts)[0] or (self._hint if ARCHIVE.search(entry.name) else None)

    def tops(self, entries: Sequence[Entry]) -> set[str]:
        """The folders at the top that are called after an assignment."""
        return {entry.parts[0] for entry in entries if self._home(entry.parts[:1])[0] is not None}

    def _by_place(self, entry: Entry) -> Iterator[Candidate]:
        """By the folder it lies in, else by a name that only one assignment has."""
        home, folder = self._home(entry.parts[:-1])
        if NOTEBOOK.search(entry.name) and not entry.folder:
            home = home or assignment_of(entry.name, self._course)
            if home is not None:
                yield Candidate(home, "", entry, folder)
            return
        if home is not None:
            if file := contract_file(entry.name, home.files):
                yield Candidate(home, file, entry, folder)
            return
        owners = [(item, file) for item in self._course if (file := contract_file(entry.name, item.files))]
        if len(owners) == 1 and not entry.folder:
            yield Candidate(*owners[0], entry)

    def _home(self, parts: tuple[str, ...]) -> tuple[Assignment | None, str]:
        """The assignment of the deepest folder that is named after one; a bare number counts at the top only."""
        for depth in range(len(parts) - 1, -1, -1):
            found = self._assignment(parts[depth], numbers=_is_top(parts, depth))
            if found is not None:
                return found, "" if parts[depth] == found.id else parts[depth]
        return None, ""

    def _assignment(self, name: str, *, numbers: bool) -> Assignment | None:
        """The same names come back in every path of a student."""
        if (name, numbers) not in self._named:
            self._named[name, numbers] = assignment_of(name, self._course, numbers=numbers)
        return self._named[name, numbers]

    def _by_content(self, entry: Entry, others: Sequence[Candidate]) -> Iterator[Candidate]:
        """By what it defines; where that says nothing, by its neighbours, else by what is graded at all."""
        home, folder = self._home(entry.parts[:-1])
        counted = self._defined(entry)
        home = home or self._best(counted) or _neighbour(entry, others) or self._hint
        if home is None:
            return
        if NOTEBOOK.search(entry.name):
            yield Candidate(home, "", entry, folder, "of what it defines")
            return
        file = contract_file(entry.name, home.files)
        if file is not None:
            yield Candidate(home, file, entry, folder)
        elif (file := _file_of(home, counted)) and not any(
            other.assignment == home and other.file == file for other in others
        ):
            yield Candidate(home, file, entry, folder, "of what it defines")

    def _defined(self, entry: Entry) -> set[str]:
        try:
            data = entry.read(MAX_NOTEBOOK if NOTEBOOK.search(entry.name) else MAX_FILE)
        except UnreadableError:
            return set()
        return defined_in(data) & set(self._names)

    def _best(self, defined: set[str]) -> Assignment | None:
        ranks = Counter(self._names[name].id for name in sorted(defined)).most_common(2)
        if not ranks or (len(ranks) == 2 and ranks[0][1] == ranks[1][1]):
            return None
        return self._course.assignment(ranks[0][0])


def defined_in(data: bytes) -> set[str]:
    """The names that a program or a notebook seems to define, at a glance."""
    text = data.replace(b"\0", b"")
    return {name.decode() for pattern in (DEFINES, LAMBDAS) for name in pattern.findall(text)}


def _is_folder(entry: Entry) -> bool:
    """Whether it is a folder, or what should have been one: a link, an archive that cannot be opened."""
    return entry.folder or (bool(entry.problem) and ("." not in entry.name or bool(ARCHIVE.search(entry.name))))


def _is_top(parts: tuple[str, ...], depth: int) -> bool:
    return depth == 0 or all(ARCHIVE.search(part) for part in parts[:depth])


def _neighbour(entry: Entry, others: Sequence[Candidate]) -> Assignment | None:
    """The assignment of the other files of its folder, if they agree."""
    beside = {other.assignment.id: other.assignment for other in others if other.holder == entry.parts[:-1]}
    return next(iter(beside.values())) if len(beside) == 1 else None


def _file_of(assignment: Assignment, defined: set[str]) -> str | None:
    """The file most of whose exercises are defined."""
    for file in assignment.files:
        own = {exercise.name for exercise in assignment.of_file(file)}
        if 2 * len(own & defined) >= len(own) and own & defined:
            return file
    return None
