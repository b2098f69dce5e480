"""Names the results of students who are not in the class list, such as those under the name of an earlier download."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path

from autograder.intake.roster import Roster, read_roster
from autograder.reports.commands import RunOptions
from autograder.reports.people import ROSTER_FILE
from autograder.results.store import STORE_DIR, ResultKey, Store

MANY = 3  # files that a third of the class has are those of many
SHOWN = 5  # students who have a sentence each; further ones are only named


def unlisted_lines(out: Path, store: Store, keys: Iterable[ResultKey], options: RunOptions) -> list[str]:
    """Return a sentence for each student with a result who is not in the class list of an output folder.

    Args:
        out: the output folder.
        store: its store.
        keys: the results to look at.
        options: those of the run, for the command that takes a result out.
    """
    path = out / STORE_DIR / ROSTER_FILE
    if not path.is_file():
        return []
    roster = read_roster(path)
    parts: dict[str, list[str]] = defaultdict(list)
    for student, part in sorted(keys):
        if student not in roster.names:
            parts[student].append(part)
    students = list(parts)
    same, absent = _same_hand_ins(store, roster) if students else ({}, set())
    lines: list[str] = []
    for student in students[:SHOWN]:
        text = f"{student}, with {', '.join(parts[student])}{_hint(student, same.get(student, ()), absent, roster)}"
        command = options.command("remove", str(out), "--student", student)
        lines.append(f"not in the roster: {text}; to take this name out: {command}")
    return lines + ([f"not in the roster: also {', '.join(students[SHOWN:])}"] if students[SHOWN:] else [])


def _same_hand_ins(store: Store, roster: Roster) -> tuple[dict[str, set[str]], set[str]]:
    """Return who in the class list handed in the same files as each student, and who in it handed in nothing."""
    kept = store.kept_sources()
    students: dict[tuple[str, str], list[str]] = defaultdict(list)
    absent = set(roster.students)
    for (student, part), state in store.published().items():
        if state.submission in kept:
            students[part, state.submission].append(student)
            absent.discard(student)
    same: dict[str, set[str]] = defaultdict(set)
    for group in students.values():
        for student in group:
            same[student].update(who for who in group if who in roster.names)
    return same, absent


def _hint(student: str, same: Collection[str], absent: Collection[str], roster: Roster) -> str:
    """Return who a student probably is: a namesake with the same files, else a namesake, else who has the same files.

    Short programs are often equal, so that files which many in the class have say nothing.
    """
    found = sorted(set(same) & set(roster.similar(student)))
    suggestion = roster.suggestion(student, absent)
    if not found and not suggestion and len(same) * MANY < len(roster.students):
        found = sorted(same)
    return f", the same hand-in as of {' and '.join(found)}" if found else suggestion
