"""From what arrived to one pile per student: wrappers are taken off, downloads and repositories recognised."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from autograder.course import Assignment, Course
from autograder.intake.attempts import is_part_of_work
from autograder.intake.downloads import Owner, classroom_prefix, is_neutral, own_name, owner_of
from autograder.intake.entries import Entry
from autograder.intake.levels import Groups, by_top, inside, is_assignment, is_loose, is_own, is_useful, students_of
from autograder.intake.names import ARCHIVE, assignment_of, is_hidden_folder, plain, stem


@dataclass
class Pile:
    """Everything of one student, seen from their own folder."""

    key: str
    aliases: tuple[str, ...] = ()
    entries: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def unwrapped(entries: list[Entry], course: Course, name: str) -> tuple[list[Entry], str]:
    """The level where the students are, and the name of the folder that holds them."""
    groups = by_top(entries)
    useful = {top: group for top, group in groups.items() if not is_loose(group) or is_useful(top)}
    if len(useful) != 1 or is_own(entries, course):
        return entries, name
    top, group = next(iter(useful.items()))
    below = inside(group)
    if is_loose(group) or owner_of(top) is not None or not below:
        return entries, name
    if is_neutral(top):
        return unwrapped(below, course, name)
    wraps = plain(top) == plain(stem(name)) or len(students_of(below, course)) > 1
    return unwrapped(below, course, top) if wraps and not is_own(below, course) else (entries, name)


def piles(entries: list[Entry], course: Course, name: str) -> tuple[list[Pile], list[str]]:
    """One pile per student, and a sentence for each thing that is nobody's."""
    entries, name = unwrapped(entries, course, name)
    if not is_own(entries, course):
        return _piles(entries, name, course)
    if inner := _students_by_assignment(entries, course):
        return _together(inner, course)
    return [Pile(own_name(name), entries=entries)], []


def _students_by_assignment(entries: list[Entry], course: Course) -> list[tuple[Assignment, list[Entry]]]:
    """Folders of assignments that hold students, not the other way round; empty where it is not so."""
    inner: list[tuple[Assignment, list[Entry]]] = []
    names: set[str] = set()
    for top, group in by_top(entries).items():
        if is_loose(group) and not is_useful(top):
            continue
        assignment, below = assignment_of(top, course), inside(group)
        students = students_of(below, course)
        if assignment is None or not students or any(is_part_of_work(name) for name in students):
            return []
        names |= set(students)
        inner.append((assignment, below))
    return inner if len(names) > 1 else []


def _together(inner: list[tuple[Assignment, list[Entry]]], course: Course) -> tuple[list[Pile], list[str]]:
    """One pile per student from the folders of all assignments."""
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
    prefix = _prefix_of_repositories(groups, home, course)
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


def _prefix_of_repositories(groups: Groups, home: str, course: Course) -> str:
    """What stands before every student's name, where all folders are clones."""
    folders = [name for name, group in groups.items() if not is_loose(group)]
    cloned = all(any(entry.parts[1:2] == (".git",) for entry in groups[name]) for name in folders)
    return classroom_prefix(folders, home, course) if cloned else ""


def _why_aside(name: str, group: Sequence[Entry]) -> str:
    if is_loose(group):
        return f"{name}: {group[0].problem or 'not a folder of a student, left aside'}"
    return f"{name}: a folder of an assignment beside folders of students, left aside"


def _plain_owner(name: str, group: list[Entry], prefix: str, course: Course) -> Owner | None:
    if not is_loose(group):
        return None if is_assignment(name, inside(group), course) else Owner(name.removeprefix(prefix))
    return Owner(own_name(name)) if ARCHIVE.search(name) else None


def _own_entries(name: str, group: list[Entry], owner: Owner) -> list[Entry]:
    """What lies in a student's folder, or the student's file under the name they gave it."""
    if is_loose(group):
        return [replace(group[0], parts=(owner.rest or name,), late=owner.late)]
    return [replace(entry, late=owner.late) for entry in inside(group)]
