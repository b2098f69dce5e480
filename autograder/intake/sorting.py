"""Finds the assignment of each file of a student: by its folder, its name, its neighbours, or what it defines."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autograder.course import Assignment, Course
from autograder.intake.entries import MAX_FILE, MAX_NOTEBOOK, Entry, UnreadableError
from autograder.intake.names import ARCHIVE, NOTEBOOK, assignment_of, expected_file, is_code, is_junk
from autograder.intake.parser_process import IntakeParser
from autograder.wording import sentences_of

SHOWN = 5  # problems of one kind; further ones are counted
MAX_INSPECTED = 40  # files with unknown names; there may be a whole library beside the work
BEGIN = rb"(?:^|[\n\"']|\\n)[ \t]*"  # of a line, in a notebook too
DEFINES = re.compile(BEGIN + rb"(?:async[ \t]+)?(?:def|class)[ \t]+([A-Za-z_]\w*)")
LAMBDAS = re.compile(BEGIN + rb"([A-Za-z_]\w*)[ \t]*=[ \t]*lambda\b")


@dataclass(frozen=True)
class Candidate:
    """A file that may be `file` of `assignment`; a notebook may be all of its files.

    Attributes:
        assignment: the assignment.
        file: the name of the file in the assignment; empty for a notebook.
        entry: the file that was handed in.
        folder: the folder that was used as the assignment's, where it has another name.
        why: how it was recognised, where not by its name.
    """

    assignment: Assignment
    file: str
    entry: Entry
    folder: str = ""
    why: str = ""

    @property
    def directory(self) -> tuple[str, ...]:
        """The folder or archive that contains it."""
        return self.entry.parts[:-1]

    @property
    def notebook(self) -> bool:
        """Whether it is a notebook, from which definitions must be extracted."""
        return self.file == ""


class Sorter:
    """Sorts the files of one student by assignment.

    Args:
        course: the course.
        hint: the only assignment that is graded, if there is one.
        parser: counts the time that it takes to look into files.
    """

    def __init__(self, course: Course, hint: Assignment | None, parser: IntakeParser) -> None:
        self._course = course
        self._hint = hint
        self._parser = parser
        self._names = {exercise.name: item for item in course for exercise in item.exercises}
        self._named: dict[tuple[str, bool], Assignment | None] = {}

    def sort(self, entries: Sequence[Entry]) -> tuple[list[Candidate], list[Entry]]:
        """Return all candidates, and the entries that are none."""
        files = [entry for entry in entries if not any(map(is_junk, entry.parts))]
        candidates = [candidate for entry in files for candidate in self._by_place(entry)]
        taken = {id(candidate.entry) for candidate in candidates}
        rest = [entry for entry in files if id(entry) not in taken and not entry.folder]
        for entry in [entry for entry in rest if is_code(entry.name)][:MAX_INSPECTED]:
            candidates += list(self._by_content(entry, candidates))
        taken = {id(candidate.entry) for candidate in candidates}
        return candidates, [entry for entry in files if id(entry) not in taken]

    def assignment_dirs(self, entries: Sequence[Entry]) -> set[str]:
        """Return the assignments that a folder is named after, whatever is in it."""
        assignments = (
            self._assignment_of_path(entry.parts if _is_folder(entry) else entry.parts[:-1])[0] for entry in entries
        )
        return {assignment.id for assignment in assignments if assignment is not None}

    def assignment_of_folder(self, entry: Entry) -> str:
        """Return the assignment that the folder of an entry is named after; empty where there is none."""
        home, _ = self._assignment_of_path(entry.parts[:-1])
        return home.id if home else ""

    def named_assignment(self, entry: Entry) -> str:
        """Return the assignment that a file, or else its folder, is named after; empty where there is none."""
        owners = [item for item in self._course if expected_file(entry.name, item.files)]
        named = owners[0] if len(owners) == 1 else assignment_of(entry.name, self._course)
        return named.id if named else self.assignment_of_folder(entry)

    def unreadable(self, entries: Sequence[Entry], assignment: Assignment) -> list[str]:
        """Return why folders or archives that are named after an assignment could not be read."""
        closed = [entry for entry in entries if entry.problem and _is_folder(entry)]
        problems = [f"{entry.name}: {entry.problem}" for entry in closed if self._meant(entry) == assignment]
        return sentences_of(problems, SHOWN, "unreadable archive")

    def _meant(self, entry: Entry) -> Assignment | None:
        """Return what a folder or archive is for; an archive with an unknown name is for the only assignment graded."""
        return self._assignment_of_path(entry.parts)[0] or (self._hint if ARCHIVE.search(entry.name) else None)

    def top_dirs(self, entries: Sequence[Entry]) -> set[str]:
        """Return the top-level folders that are named after an assignment."""
        return {entry.parts[0] for entry in entries if self._assignment_of_path(entry.parts[:1])[0] is not None}

    def _by_place(self, entry: Entry) -> Iterator[Candidate]:
        """Recognise a file by its folder, or else by a name that only one assignment has."""
        home, folder = self._assignment_of_path(entry.parts[:-1])
        if NOTEBOOK.search(entry.name) and not entry.folder:
            home = home or assignment_of(entry.name, self._course)
            if home is not None:
                yield Candidate(home, "", entry, folder)
            return
        if home is not None:
            if file := expected_file(entry.name, home.files):
                yield Candidate(home, file, entry, folder)
            return
        owners = [(item, file) for item in self._course if (file := expected_file(entry.name, item.files))]
        if len(owners) == 1 and not entry.folder:
            yield Candidate(*owners[0], entry)

    def _assignment_of_path(self, parts: tuple[str, ...]) -> tuple[Assignment | None, str]:
        """Return the assignment of the deepest folder that is named after one; a bare number counts at the top only."""
        for depth in range(len(parts) - 1, -1, -1):
            is_top = all(map(ARCHIVE.search, parts[:depth]))
            assignment = self._assignment(parts[depth], numbers=is_top)
            if assignment is not None:
                return assignment, "" if parts[depth] == assignment.id else parts[depth]
        return None, ""

    def _assignment(self, name: str, *, numbers: bool) -> Assignment | None:
        """Look up a name once: the same names recur in every path of a student."""
        if (name, numbers) not in self._named:
            self._named[name, numbers] = assignment_of(name, self._course, numbers=numbers)
        return self._named[name, numbers]

    def _by_content(self, entry: Entry, others: Sequence[Candidate]) -> Iterator[Candidate]:
        """Recognise a file by what it defines, else by its neighbours, else by the only assignment that is graded."""
        home, folder = self._assignment_of_path(entry.parts[:-1])
        counted = self._parser.here(names_defined_by, (entry,), set[str]()) & set(self._names)
        home = home or self._best(counted) or _neighbour(entry, others) or self._hint
        if home is None:
            return
        if NOTEBOOK.search(entry.name):
            yield Candidate(home, "", entry, folder, "of what it defines")
            return
        file = expected_file(entry.name, home.files)
        if file is not None:
            yield Candidate(home, file, entry, folder)
        elif (file := _file_of(home, counted)) and not any(
            other.assignment == home and other.file == file for other in others
        ):
            yield Candidate(home, file, entry, folder, "of what it defines")

    def _best(self, defined: set[str]) -> Assignment | None:
        ranks = Counter(self._names[name].id for name in sorted(defined)).most_common(2)
        if not ranks or (len(ranks) == 2 and ranks[0][1] == ranks[1][1]):
            return None
        return self._course.assignment(ranks[0][0])


def names_defined_in(data: bytes) -> set[str]:
    """Return the names that a program or notebook seems to define, without parsing it."""
    text = data.replace(b"\0", b"")
    return {name.decode() for pattern in (DEFINES, LAMBDAS) for name in pattern.findall(text)}


def names_defined_by(entry: Entry) -> set[str]:
    """Return the names that a file seems to define; none if it cannot be read."""
    try:
        return names_defined_in(entry.read(MAX_NOTEBOOK if NOTEBOOK.search(entry.name) else MAX_FILE))
    except UnreadableError:
        return set()


def _is_folder(entry: Entry) -> bool:
    """Whether it is a folder, or should have been one: a link, or an archive that cannot be opened."""
    return entry.folder or (bool(entry.problem) and ("." not in entry.name or bool(ARCHIVE.search(entry.name))))


def _neighbour(entry: Entry, others: Sequence[Candidate]) -> Assignment | None:
    """Return the assignment of the other files in its folder, if they agree."""
    beside = {other.assignment.id: other.assignment for other in others if other.directory == entry.parts[:-1]}
    return next(iter(beside.values())) if len(beside) == 1 else None


def _file_of(assignment: Assignment, defined: set[str]) -> str | None:
    """Return the file of which at least half of the exercises are defined."""
    for file in assignment.files:
        own = {exercise.name for exercise in assignment.of_file(file)}
        if 2 * len(own & defined) >= len(own) and own & defined:
            return file
    return None
