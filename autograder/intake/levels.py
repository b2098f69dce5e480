"""What lies at one level of what arrived: one student's work, folders of students, folders of assignments."""

from collections.abc import Iterable, Sequence

from autograder.course import Course
from autograder.intake.attempts import is_part_of_work
from autograder.intake.downloads import owner_of
from autograder.intake.entries import Entry
from autograder.intake.names import ARCHIVE, NOTEBOOK, assignment_of, contract_file, is_junk, plain, stem

Groups = dict[str, list[Entry]]


def by_top(entries: Iterable[Entry]) -> Groups:
    """Entries by their first part; what tools have left there is dropped."""
    groups: Groups = {}
    for entry in entries:
        if not is_junk(entry.parts[0]):
            groups.setdefault(entry.parts[0], []).append(entry)
    return groups


def inside(group: Iterable[Entry]) -> list[Entry]:
    """What lies in the folder that a group is, seen from there."""
    return [entry.without(1) for entry in group if len(entry.parts) > 1]


def is_loose(group: Sequence[Entry]) -> bool:
    """Whether a group is a single file, no folder."""
    return len(group) == 1 and len(group[0].parts) == 1 and not group[0].folder


def is_own(entries: Sequence[Entry], course: Course) -> bool:
    """Whether one student's work lies here; beside folders of several students, it is a stray."""
    return _holds_work(entries, course) and len(_folders_of_students(entries, course)) < 2


def is_assignment(name: str, below: Sequence[Entry], course: Course) -> bool:
    """Whether a folder is an assignment's. A student may be called `2` or `Cross`: a file must prove it."""
    found = assignment_of(name, course, numbers=True)
    if found is None or plain(stem(name)).startswith(found.id):
        return found is not None
    tops = by_top(below)
    if any(assignment_of(top, course) for top, group in tops.items() if not is_loose(group)):
        return False
    return any(contract_file(top, found.files) for top, group in tops.items() if is_loose(group))


def students_of(entries: list[Entry], course: Course) -> list[str]:
    """The names at this level that could be students."""
    if is_own(entries, course):
        return []
    groups = by_top(entries).items()
    return [name for name, group in groups if is_useful(name) or is_own(inside(group), course)]


def is_useful(name: str) -> bool:
    """Whether a single file is somebody's: an archive, or a download under its owner's name."""
    return bool(ARCHIVE.search(name) or owner_of(name))


def _folders_of_students(entries: Sequence[Entry], course: Course) -> set[str]:
    """The students whose folders or downloads lie at this level, told by what they hold."""
    found: set[str] = set()
    for name, group in by_top(entries).items():
        below = inside(group)
        if (owner := owner_of(name)) is not None:
            found.add(owner.key)
        elif not (is_loose(group) or is_part_of_work(name) or is_assignment(name, below, course)):
            found |= {name} if is_own(below, course) else set()
    return found


def _holds_work(entries: Sequence[Entry], course: Course) -> bool:
    """Whether there are folders of assignments, or files of the contract."""
    files = tuple(name for assignment in course for name in assignment.files)
    for name, group in by_top(entries).items():
        if is_loose(group):
            if owner_of(name) is None and (contract_file(name, files) or NOTEBOOK.search(name)):
                return True
        elif is_assignment(name, inside(group), course):
            return True
    return False
