"""Selects the last of several attempts, by the names of folders and by timestamps."""

import functools
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from autograder.intake.entries import Entry, UnreadableError
from autograder.intake.names import ARCHIVE, copy_rank, normalise_name, strip_copy_suffix, strip_extensions
from autograder.intake.sorting import Candidate
from autograder.intake.time_text import EARLIEST, IN_NAME, not_understood, parse_time, time_in

OLD = re.compile(r"(^|[^a-z])(old|backup|bak|archive|previous|draft|tests?|history)([^a-z]|$)", re.IGNORECASE)
NUMBER = re.compile(r"(?:attempt|try|version|submission|upload|abgabe|v)[ _-]*0*(\d+)", re.IGNORECASE)
DIGITS = re.compile(r"(?<=\d)(?=\D)|(?<=\D)(?=\d)")  # the boundaries of numbers in a name
TIMESTAMP = "timestamp.txt"  # of nbgrader: when a student handed in
MAX_TIMESTAMP = 200  # bytes
SHOWN = 4  # names of copies in a note


@dataclass(frozen=True)
class SelectedAttempt:
    """The attempt that counts.

    Attributes:
        files: the candidate for each file of the assignment.
        notebooks: all notebooks of the attempt; the last one counts.
        attempts: how many attempts were handed in.
        notes: sentences for the student.
        earlier: the candidates of earlier attempts.
        too_late: the folders of attempts that were handed in too late to count.
    """

    files: dict[str, Candidate]
    notebooks: tuple[Candidate, ...]
    attempts: int
    notes: tuple[str, ...]
    earlier: tuple[Candidate, ...] = ()
    too_late: frozenset[tuple[str, ...]] = frozenset()

    def supersedes(self, entry: Entry) -> bool:
        """Whether an entry belongs to an earlier attempt than the one that counts, or to one that is too late."""
        if id(entry) in self._earlier_entries or entry.parts[:-1] in self.too_late:
            return True
        counting = {item.directory for item in [*self.files.values(), *self.notebooks[-1:]]}
        return any(is_earlier(entry.parts[:-1], directory) for directory in counting)

    @functools.cached_property
    def _earlier_entries(self) -> frozenset[int]:
        return frozenset(id(item.entry) for item in self.earlier)


def times_of(entries: Sequence[Entry], zone: ZoneInfo) -> tuple[dict[tuple[str, ...], datetime], list[str]]:
    """Return the times in nbgrader's `timestamp.txt` files, or else in the names of folders, by folder.

    Args:
        entries: everything that a student handed in.
        zone: the zone of the class.

    Returns:
        The times in the zone of the class, and a sentence for each file that cannot be understood.
    """
    folders = {entry.parts[:-1] for entry in entries if not entry.folder}
    times = {folder: time for folder in folders if (time := time_in(folder, zone)) is not None}
    problems: list[str] = []
    for entry in entries:
        if entry.name == TIMESTAMP and not entry.folder and not entry.problem:
            try:
                text = entry.read(MAX_TIMESTAMP).decode().strip()
            except (UnreadableError, UnicodeDecodeError):
                text = ""
            if (time := parse_time(text, zone)) is None:
                problems.append(f"{'/'.join(entry.parts)}: {not_understood(text)}")
            else:
                times[entry.parts[:-1]] = time
    return times, problems


def is_part_of_work(name: str) -> bool:
    """Whether a folder has a name that people give to attempts or parts of their work, and not a student's name."""
    words = normalise_name(name) in {"src", "code", "work", "solution", "solutions", "answers", "notebooks"}
    return words or bool(OLD.search(name) or NUMBER.search(name) or IN_NAME.search(name))


def select_attempt(
    candidates: Sequence[Candidate], times: dict[tuple[str, ...], datetime], limit: datetime | None
) -> SelectedAttempt:
    """Select the last attempt of one assignment; a file that it lacks is taken only from folders of the same attempt.

    Args:
        candidates: all files that may belong to the assignment.
        times: when each folder was handed in, where that is known.
        limit: what was handed in later counts only if there is nothing else.
    """
    directories: dict[tuple[str, ...], list[Candidate]] = {}
    for candidate in candidates:
        directories.setdefault(candidate.directory, []).append(candidate)
    too_late = _too_late(directories, times, limit)
    ranked = sorted(
        directories, key=lambda directory: (directory not in too_late, _rank(directory, times)), reverse=True
    )
    files: dict[str, Candidate] = {}
    notes: list[str] = []
    rivals: set[tuple[str, ...]] = set()
    for directory in ranked:
        mine, said = _select_in_directory(directories[directory])
        if directory in too_late or (files and (set(mine) & set(files) or _is_attempt(directory, times))):
            rivals.add(directory)
            continue
        files |= mine
        notes += said
    if rivals:
        counts = "/".join(next(iter(files.values())).directory) or "the top folder"
        last = "the last one in time" if too_late else "the last one"
        notes.insert(0, f"{len(rivals) + 1} attempts were handed in; {last}, in {counts}, counts")
    notebooks = tuple(item for item in _notebooks(candidates, times) if item.directory not in rivals)
    earlier = tuple(item for item in candidates if item.directory in rivals)
    return SelectedAttempt(files, notebooks, len(rivals) + 1, tuple(notes), earlier, too_late)


def _too_late(
    directories: Collection[tuple[str, ...]], times: dict[tuple[str, ...], datetime], limit: datetime | None
) -> frozenset[tuple[str, ...]]:
    """Return the folders that were handed in too late; none if all were."""
    late = {directory for directory in directories if limit and _rank(directory, times)[1] > limit}
    return frozenset(late if len(late) < len(directories) else ())


def _notebooks(candidates: Sequence[Candidate], times: dict[tuple[str, ...], datetime]) -> list[Candidate]:
    """Return the notebooks in the order in which they were handed in."""
    return sorted(
        (item for item in candidates if item.notebook),
        key=lambda item: (_rank(item.directory, times), copy_rank(item.entry.name, item.assignment.id + ".ipynb")),
    )


@functools.cache
def is_earlier(directory: tuple[str, ...], counts: tuple[str, ...]) -> bool:
    """Whether a folder belongs to an earlier attempt than the folder that counts, judging by their names."""
    mine, theirs = _unmarked(directory), _unmarked(counts)
    if mine != theirs[: len(mine)] and theirs != mine[: len(theirs)]:
        return False
    earlier = _rank(directory, {})[:3] < _rank(counts, {})[:3]
    return earlier and (_is_attempt(directory, {}) or _series(directory) == _series(counts))


def _unmarked(directory: tuple[str, ...]) -> tuple[str, ...]:
    """Return the parts of a path that are not named as attempts are."""
    return tuple(part for part in directory if not (_is_attempt((part,), {}) or ARCHIVE.search(part)))


def _series(directory: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the names of all attempts have in common, as `work.zip` and `work (1).zip` do."""
    return tuple(NUMBER.sub("", bare_name(part)) for part in directory)


def bare_name(name: str) -> str:
    """Return a name in one form, without extensions and the marks of copies, so that all copies have the same."""
    return normalise_name(strip_copy_suffix(strip_extensions(name))[0])


def recency(parts: tuple[str, ...]) -> tuple[object, ...]:
    """Return a sort key for files by attempt, time, number and name: the largest is the latest."""
    name = parts[-1]
    old = any(OLD.search(part) for part in parts)
    time = time_in(parts) or EARLIEST
    number = float(match[1]) if (match := NUMBER.search(strip_extensions(name))) else 0.0
    natural = tuple(
        (text.isdecimal(), int(text) if text.isdecimal() else 0, text)
        for text in DIGITS.split(normalise_name(strip_extensions(name)))
    )
    return not old, time, _number(parts[:-1]), number, strip_copy_suffix(strip_extensions(name))[1], natural, parts


def _rank(
    directory: tuple[str, ...], times: dict[tuple[str, ...], datetime]
) -> tuple[bool, datetime, float, int, tuple[str, ...]]:
    old = any(OLD.search(part) for part in directory)
    time = times.get(directory) or time_in(directory) or EARLIEST
    return not old, time, _number(directory), -len(directory), directory


def _number(directory: tuple[str, ...]) -> float:
    """Return the number of the attempt, as in `attempt 2` or `work (2).zip`."""
    numbers = [float(match[1]) for part in directory if (match := NUMBER.search(part))]
    return max([0.0, *numbers, *(strip_copy_suffix(strip_extensions(part))[1] for part in directory)])


def _is_attempt(directory: tuple[str, ...], times: dict[tuple[str, ...], datetime]) -> bool:
    old, time, number, _, _ = _rank(directory, times)
    return not old or time > EARLIEST or number > 0


def _select_in_directory(candidates: Sequence[Candidate]) -> tuple[dict[str, Candidate], list[str]]:
    """Select one candidate for each file of the assignment from one folder, and say where there were several."""
    files: dict[str, Candidate] = {}
    notes: list[str] = []
    for candidate in candidates:
        if candidate.notebook:
            continue
        other = files.get(candidate.file)
        if other is None or _order(candidate) >= _order(other):
            files[candidate.file] = candidate
    for file, chosen in files.items():
        copies = [item.entry.name for item in candidates if item.file == file]
        if len(copies) > 1:
            names = ", ".join([*copies[:SHOWN], *(["…"] if len(copies) > SHOWN else [])])
            which = f"({names}); {chosen.entry.name} counts" if len(set(copies)) > 1 else "under one name; one counts"
            notes.append(f"{file} was handed in {len(copies)} times {which}")
    return files, notes


def _order(candidate: Candidate) -> tuple[bool, float, bool, str]:
    return not candidate.why, *copy_rank(candidate.entry.name, candidate.file)
