"""Of several attempts the last one counts: which one that is, and what is said about it."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from autograder.intake.entries import Entry, UnreadableError
from autograder.intake.names import ARCHIVE, order_of, plain, stem, without_copies
from autograder.intake.sorting import Candidate

OLD = re.compile(r"(^|[^a-z])(old|backup|bak|archive|previous|draft|tests?|history)([^a-z]|$)", re.IGNORECASE)
NUMBER = re.compile(r"(?:attempt|try|version|submission|upload|abgabe|v)[ _-]*0*(\d+)", re.IGNORECASE)
TIME = re.compile(r"(20\d\d)-?([01]\d)-?([0-3]\d)(?:[T _-]*([0-2]\d)[-:._h]?([0-5]\d)(?:[-:._m]?([0-5]\d))?)?")
DIGITS = re.compile(r"(?<=\d)(?=\D)|(?<=\D)(?=\d)")  # where a number in a name begins or ends
SHOWN = 4  # names of copies in a note


@dataclass(frozen=True)
class Choice:
    """The files that count, and how many attempts there were."""

    files: dict[str, Candidate]
    notebooks: tuple[Candidate, ...]
    attempts: int
    notes: tuple[str, ...]
    earlier: tuple[Candidate, ...] = ()  # what earlier attempts consist of

    def outdates(self, entry: Entry) -> bool:
        """Whether an entry is part of an earlier attempt than the one that counts."""
        if any(entry is item.entry for item in self.earlier):
            return True
        counting = {item.holder for item in [*self.files.values(), *self.notebooks[-1:]]}
        return any(is_earlier(entry.parts[:-1], holder) for holder in counting)


def time_in(names: Sequence[str]) -> datetime | None:
    """The moment that the last of these names tells."""
    for name in reversed(names):
        if found := TIME.search(name):
            try:
                year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
                return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - the class's own time
            except ValueError:
                continue
    return None


def times_of(entries: Sequence[Entry]) -> dict[tuple[str, ...], datetime]:
    """The moments that `timestamp.txt` of nbgrader tells, by folder, in the class's own time."""
    times: dict[tuple[str, ...], datetime] = {}
    for entry in entries:
        if entry.name == "timestamp.txt" and not entry.folder and not entry.problem:
            try:
                text = entry.read(200).decode()
            except (UnreadableError, UnicodeDecodeError):
                continue
            if (time := time_in([text])) is not None:
                times[entry.parts[:-1]] = _own_time(time) if text.strip().endswith("UTC") else time
    return times


def _own_time(time: datetime) -> datetime:
    return time.replace(tzinfo=UTC).astimezone().replace(tzinfo=None)


def is_part_of_work(name: str) -> bool:
    """Whether a folder is called as people call attempts and parts of their work, not as a student is called."""
    words = plain(name) in {"src", "code", "work", "solution", "solutions", "answers", "notebooks"}
    return words or bool(OLD.search(name) or NUMBER.search(name) or TIME.search(name))


def choose(candidates: Sequence[Candidate], times: dict[tuple[str, ...], datetime]) -> Choice:
    """The last attempt of one assignment; a file that it lacks comes from another folder of the same attempt only."""
    holders: dict[tuple[str, ...], list[Candidate]] = {}
    for candidate in candidates:
        holders.setdefault(candidate.holder, []).append(candidate)
    ranked = sorted(holders, key=lambda holder: _rank(holder, times), reverse=True)
    files: dict[str, Candidate] = {}
    notes: list[str] = []
    rivals: set[tuple[str, ...]] = set()
    for holder in ranked:
        mine, said = _of_holder(holders[holder])
        if files and (set(mine) & set(files) or _is_attempt(holder, times)):
            rivals.add(holder)
            continue
        files |= mine
        notes += said
    notebooks = [item for item in candidates if item.notebook and item.holder not in rivals]
    if rivals:
        counts = "/".join(next(iter(files.values())).holder) or "the top folder"
        notes.insert(0, f"{len(rivals) + 1} attempts were handed in; the last one, in {counts}, counts")
    notebooks.sort(
        key=lambda item: (_rank(item.holder, times), order_of(item.entry.name, item.assignment.id + ".ipynb"))
    )
    earlier = tuple(item for item in candidates if item.holder in rivals)
    return Choice(files, tuple(notebooks), len(rivals) + 1, tuple(notes), earlier)


@functools.cache
def is_earlier(holder: tuple[str, ...], counts: tuple[str, ...]) -> bool:
    """Whether a folder is of an earlier attempt than the one that counts, as their names tell."""
    mine, theirs = _unmarked(holder), _unmarked(counts)
    if mine != theirs[: len(mine)] and theirs != mine[: len(theirs)]:
        return False
    earlier = _rank(holder, {})[:3] < _rank(counts, {})[:3]
    return earlier and (_is_attempt(holder, {}) or _series(holder) == _series(counts))


def _unmarked(holder: tuple[str, ...]) -> tuple[str, ...]:
    """The folders that are not called as attempts are."""
    return tuple(part for part in holder if not (_is_attempt((part,), {}) or ARCHIVE.search(part)))


def _series(holder: tuple[str, ...]) -> tuple[str, ...]:
    """What is the same in the names of all attempts: `work.zip` and `work (1).zip`."""
    return tuple(NUMBER.sub("", plain(without_copies(stem(part))[0])) for part in holder)


def recency(parts: tuple[str, ...]) -> tuple[object, ...]:
    """An order of files by attempt, time, number and name: the last one is the latest."""
    name = parts[-1]
    old = any(OLD.search(part) for part in parts)
    time = time_in(parts) or datetime.min  # noqa: DTZ901 - the class's own time
    number = float(found[1]) if (found := NUMBER.search(stem(name))) else 0.0
    natural = tuple(
        (text.isdecimal(), int(text) if text.isdecimal() else 0, text) for text in DIGITS.split(plain(stem(name)))
    )
    return not old, time, _number(parts[:-1]), number, without_copies(stem(name))[1], natural, parts


def _rank(
    holder: tuple[str, ...], times: dict[tuple[str, ...], datetime]
) -> tuple[bool, datetime, float, int, tuple[str, ...]]:
    old = any(OLD.search(part) for part in holder)
    time = times.get(holder) or time_in(holder) or datetime.min  # noqa: DTZ901 - the class's own time
    return not old, time, _number(holder), -len(holder), holder


def _number(holder: tuple[str, ...]) -> float:
    """The number of the attempt: `attempt 2`, `work (2).zip`."""
    found = [float(match[1]) for part in holder if (match := NUMBER.search(part))]
    return max([0.0, *found, *(without_copies(stem(part))[1] for part in holder)])


def _is_attempt(holder: tuple[str, ...], times: dict[tuple[str, ...], datetime]) -> bool:
    old, time, number, _, _ = _rank(holder, times)
    return not old or time > datetime.min or number > 0  # noqa: DTZ901 - the class's own time


def _of_holder(candidates: Sequence[Candidate]) -> tuple[dict[str, Candidate], list[str]]:
    """One candidate for each file of the assignment, from one folder."""
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
            notes.append(f"{file} was handed in {len(copies)} times ({names}); {chosen.entry.name} counts")
    return files, notes


def _order(candidate: Candidate) -> tuple[bool, float, bool, str]:
    return not candidate.why, *order_of(candidate.entry.name, candidate.file)
