"""From what arrived to one pile per student: wrappers are taken off, downloads and repositories recognised."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from autograder.course import Assignment, Course
from autograder.intake.attempts import is_part_of_work
from autograder.intake.downloads import Owner, classroom_prefix, is_neutral, own_name, owner_of
from autograder.intake.entries import Entry
from autograder.intake.names import (
    ARCHIVE,
    NOTEBOOK,
    assignment_of,
    contract_file,
    is_hidden_folder,
    is_junk,
    plain,
    stem,
)

Groups = dict[str, list[Entry]]


@dataclass
class Pile:
    """Everything of one student, seen from their own folder."""

    key: str
    aliases: tuple[str, ...] = ()
    entries: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    late: bool = False


def by_top(entries: Iterable[Entry]) -> Groups:
    """Entries by their first part; what tools have left there is dropped."""
    groups: Groups = {}
    for entry in entries:
        if not is_junk(entry.parts[0]):
            groups.setdefault(entry.parts[0], []).append(entry)
    return groups


def is_loose(group: Sequence[Entry]) -> bool:
    """Whether a group is a single file, no folder."""
    return len(group) == 1 and len(group[0].parts) == 1 and not group[0].folder


def is_own(entries: Sequence[Entry], course: Course) -> bool:
    """Whether one student's work lies here; beside folders of several students, it is a stray."""
    return _holds_work(entries, course) and len(_folders_of_students(entries, course)) < 2


def _folders_of_students(entries: Sequence[Entry], course: Course) -> set[str]:
    """The students whose folders or downloads lie at this level, told by what they hold."""
    found: set[str] = set()
    for name, group in by_top(entries).items():
        below = [entry.without(1) for entry in group if len(entry.parts) > 1]
        if (owner := owner_of(name)) is not None:
            found.add(owner.key)
        elif not (is_loose(group) or is_part_of_work(name) or _is_assignment(name, below, course)):
            found |= {name} if is_own(below, course) else set()
    return found


def _holds_work(entries: Sequence[Entry], course: Course) -> bool:
    """Whether there are folders of assignments, or files of the contract."""
    files = tuple(name for assignment in course for name in assignment.files)
    for name, group in by_top(entries).items():
        if is_loose(group):
            if owner_of(name) is None and (contract_file(name, files) or NOTEBOOK.search(name)):
                return True
        elif _is_assignment(name, [entry.without(1) for entry in group if len(entry.parts) > 1], course):
            return True
    return False


def _is_assignment(name: str, below: Sequence[Entry], course: Course) -> bool:
    """Whether a folder is an assignment's. A student may be called `2` or `Cross`: a file must prove it."""
    found = assignment_of(name, course, numbers=True)
    if found is None or plain(stem(name)).startswith(found.id):
        return found is not None
    tops = by_top(below)
    if any(assignment_of(top, course) for top, group in tops.items() if not is_loose(group)):
        return False
    return any(contract_file(top, found.files) for top, group in tops.items() if is_loose(group))


def unwrapped(entries: list[Entry], course: Course, name: str) -> tuple[list[Entry], str]:
    """The level where the students are, and the name of the folder that holds them."""
    groups = by_top(entries)
    useful = {top: group for top, group in groups.items() if not is_loose(group) or _of_use(top)}
    if len(useful) != 1 or is_own(entries, course):
        return entries, name
    top, group = next(iter(useful.items()))
    below = [entry.without(1) for entry in group if len(entry.parts) > 1]
    if is_loose(group) or owner_of(top) is not None or not below:
        return entries, name
    wraps = is_neutral(top) or plain(top) == plain(stem(name)) or len(_students(below, course)) > 1
    own = is_own(below, course)
    if (own and not is_neutral(top)) or not wraps:
        return entries, name
    return unwrapped(below, course, name if is_neutral(top) else top)


def _of_use(name: str) -> bool:
    return bool(ARCHIVE.search(name) or owner_of(name))


def _students(entries: list[Entry], course: Course) -> list[str]:
    """The names at this level that could be students."""
    if is_own(entries, course):
        return []
    groups = by_top(entries)
    return [
        name
        for name, group in groups.items()
        if owner_of(name)
        or ARCHIVE.search(name)
        or is_own([entry.without(1) for entry in group if len(entry.parts) > 1], course)
    ]


def piles(entries: list[Entry], course: Course, name: str) -> tuple[list[Pile], list[str]]:
    """One pile per student, and a sentence for each thing that is nobody's."""
    entries, name = unwrapped(entries, course, name)
    if is_own(entries, course):
        outer = _by_assignment(entries, course)
        if outer is None:
            return [Pile(own_name(name), entries=entries)], []
        return outer
    return _piles(entries, name, course)


def _by_assignment(entries: list[Entry], course: Course) -> tuple[list[Pile], list[str]] | None:
    """Folders of assignments that hold students, not the other way round; None where it is not so."""
    inner: list[tuple[Assignment, list[Entry]]] = []
    names: set[str] = set()
    for top, group in by_top(entries).items():
        if is_loose(group) and not _of_use(top):
            continue
        assignment = assignment_of(top, course)
        below = [entry.without(1) for entry in group if len(entry.parts) > 1]
        students = _students(below, course)
        if assignment is None or not students or any(is_part_of_work(name) for name in students):
            return None
        names |= set(students)
        inner.append((assignment, below))
    if len(names) < 2:
        return None
    together: dict[str, Pile] = {}
    aside: list[str] = []
    for assignment, below in inner:
        found, strange = _piles(below, assignment.id, course)
        aside += strange
        for pile in found:
            mine = together.setdefault(pile.key, Pile(pile.key, pile.aliases))
            mine.entries += [entry.below(assignment.id) for entry in pile.entries]
            mine.problems += pile.problems
    return list(together.values()), aside


def _piles(entries: list[Entry], home: str, course: Course) -> tuple[list[Pile], list[str]]:
    groups = by_top(entries)
    folders = [name for name, group in groups.items() if not is_loose(group)]
    repositories = all(any(entry.parts[1:2] == (".git",) for entry in groups[name]) for name in folders)
    prefix = classroom_prefix(folders, home, course) if repositories else ""
    found: dict[str, Pile] = {}
    hidden = dict.fromkeys(entry.parts[0] for entry in entries if entry.folder and is_hidden_folder(entry.parts[0]))
    aside = [f"{name}: begins with a dot, as folders of tools do, left aside; give it another name" for name in hidden]
    for name, group in groups.items():
        owner = owner_of(name) or _plain_owner(name, group, prefix, course)
        if owner is None:
            aside.append(_why_aside(name, group))
            continue
        pile = found.setdefault(owner.key, Pile(owner.key, tuple(filter(None, (name, owner.name, owner.id)))))
        if owner.typed:
            pile.problems.append(f"{name}: is text typed into a form; hand in a file")
        else:
            pile.entries += _own_entries(name, group, owner)
    return list(found.values()), aside


def _why_aside(name: str, group: Sequence[Entry]) -> str:
    if is_loose(group):
        return f"{name}: {group[0].problem or 'not a folder of a student, left aside'}"
    return f"{name}: a folder of an assignment beside folders of students, left aside"


def _plain_owner(name: str, group: list[Entry], prefix: str, course: Course) -> Owner | None:
    if not is_loose(group):
        below = [entry.without(1) for entry in group if len(entry.parts) > 1]
        return None if _is_assignment(name, below, course) else Owner(name.removeprefix(prefix))
    return Owner(own_name(name)) if ARCHIVE.search(name) else None


def _own_entries(name: str, group: list[Entry], owner: Owner) -> list[Entry]:
    """What lies in a student's folder, or the student's file under the name they gave it."""
    if is_loose(group):
        return [replace(group[0], parts=(owner.rest or name,), late=owner.late)]
    return [replace(entry.without(1), late=owner.late) for entry in group if len(entry.parts) > 1]
