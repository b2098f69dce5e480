"""Decides whether a submission is late, from everything that is known about when it was handed in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from autograder.course.model import Policies
from autograder.course.policies import in_zone
from autograder.intake.clones import Clones
from autograder.intake.draft import Draft, join_names
from autograder.intake.entries import Entry
from autograder.intake.submission import Submission
from autograder.intake.time_text import BY_CLOCK, time_in, with_offset
from autograder.intake.times import ReportedTimes

LATE = "handed in late"  # how the sentence about it begins
FolderTimes = Mapping[tuple[str, ...], datetime]


def late_by(time: datetime, due: datetime, zone: ZoneInfo) -> tuple[str, str, str]:
    """Return when something was handed in, when it was due, by the clocks of the class, and the line of it."""
    time, due = in_zone(time, zone), in_zone(due, zone)
    line = f"{LATE}: {time:%Y-%m-%d %H:%M}, due {due:%Y-%m-%d %H:%M} ({zone})"
    return _text(time, zone), _text(due, zone), line


def _text(time: datetime, zone: ZoneInfo) -> str:
    """Return a time of the class's clocks in ISO format; in the second of two equal hours in autumn with its offset."""
    return (time.replace(tzinfo=zone) if time.fold else time).isoformat(timespec="seconds")


def is_lateness(note: str) -> bool:
    """Whether a note says that something was handed in late."""
    return note.startswith(LATE)


def notes_with_lateness(notes: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """Return notes with what others say of lateness instead of their own."""
    return (*(note for note in notes if not is_lateness(note)), *filter(is_lateness, others))


@dataclass(frozen=True)
class Dates:
    """When assignments are due and when they close, by the clocks of the class.

    Attributes:
        policies: the rules of the course.
        due: when assignments are due.
    """

    policies: Policies
    due: Mapping[str, datetime]

    def limit(self, student: str, assignment: str) -> datetime | None:
        """Return after what time an attempt does not count if there is an earlier one; None if all count."""
        return self.policies.last_counting_time(student, assignment, self.due.get(assignment))

    def of(self, assignment: str) -> datetime | None:
        """Return when an assignment is due, or else when it closes; None if there is no date."""
        return self.due.get(assignment) or self.policies.closes.get(assignment)

    def time(self, item: Submission) -> datetime | None:
        """Return when a submission was handed in; None if that is not known.

        A time without a zone is read anew by the clocks that the class has now.
        """
        if not item.time:
            return None
        time = datetime.fromisoformat(item.time)
        return with_offset(time.replace(tzinfo=None) if item.zone else time, self.policies.zone)

    def judged(self, item: Submission) -> Submission:
        """Return a submission that is late or not by its time, these dates and the mark of its platform.

        A time in a report or an export of the platform decides. Otherwise a submission is late if the platform marked
        it so, or if a time in the submission itself is later than the date; such a time, which a student can choose,
        excuses nobody. What was late by a date stays so where no date is known any more.
        """
        time, date, zone = self.time(item), self.of(item.assignment), self.policies.zone
        if date is None and item.handed_in:
            return item
        if time:
            text, read_by = _kept_time(time, zone)
            item = replace(item, time=text, zone=read_by)
        handed_in, due, line = "", "", ""
        if time and date and time > self.policies.instant(date):
            handed_in, due, line = late_by(time, date, zone)
        elif item.marked and not (item.reported and date):
            line = LATE
        if (bool(line), handed_in, due) == (item.late, item.handed_in, item.due):
            return item
        notes = notes_with_lateness(item.notes, [line])
        return replace(item, late=bool(line), handed_in=handed_in, due=due, notes=notes)


@dataclass(frozen=True)
class Clock(Dates):
    """Knows when students handed in.

    Attributes:
        reported: times from reports of the platform, which decide where there is one.
        clones: knows the commit times of clones.
    """

    reported: ReportedTimes
    clones: Clones | None = None

    def note_time(
        self, draft: Draft, names: Sequence[str], times: FolderTimes, platform_time: datetime | None = None
    ) -> None:
        """Note in a draft when it was handed in, and whether its platform marked it as late.

        Args:
            draft: the submission.
            names: the names of the student, best first.
            times: when each folder was handed in, where the folder says so.
            platform_time: when it was handed in, by the export that it is from.
        """
        used = _used(draft)
        reported = self.reported.find(names, draft.assignment.id) or platform_time
        if time := reported or self.claimed(used, times):
            draft.time, draft.zone = _kept_time(time, self.policies.zone)
            draft.reported = reported is not None
        draft.marked = any(entry.late for entry in used)

    def uncommitted(self, draft: Draft) -> str:
        """Return a sentence about files of a clone that have changed since the commit whose time counts."""
        if self.clones is None or draft.reported or not draft.time:
            return ""
        names = self.clones.uncommitted(entry.path for entry in _used(draft) if entry.path is not None)
        changed = f"{join_names(names)}: not as in the last commit" if names else ""
        return changed and f"{changed}, so that it is not known when this was handed in; the time of the commit counts"

    def begin_student(self) -> None:
        """Give the clones of the next student all their time."""
        if self.clones is not None:
            self.clones.begin_student()

    def claimed(self, used: Sequence[Entry], times: FolderTimes) -> datetime | None:
        """Return the last time that the submission itself contains, in names, `timestamp.txt` or commits."""
        known = [
            time for entry in used if (time := times.get(entry.parts[:-1]) or time_in(entry.parts, self.policies.zone))
        ]
        if self.clones is not None:
            commit = self.clones.last_commit([entry.path for entry in used if entry.path is not None])
            known += [commit] if commit else []
        return max(known, default=None)


def _kept_time(time: datetime, zone: ZoneInfo) -> tuple[str, str]:
    """Return a time as a submission keeps it, and the zone by whose clocks it was read, if it had none of its own."""
    return time.isoformat(timespec="seconds"), str(zone) if time.tzname() == BY_CLOCK else ""


def _used(draft: Draft) -> list[Entry]:
    """Return everything that a submission is made from."""
    return [item.entry for item in draft.selected.notebooks] + draft.entries


def unknown_times(submissions: Iterable[Submission], due: Mapping[str, datetime]) -> list[str]:
    """Return a sentence for each assignment with a due date of which some submissions have no known time."""
    sentences: list[str] = []
    handed_in = [item for item in submissions if item.sources or item.refused]
    for assignment in due:
        mine = [item for item in handed_in if item.assignment == assignment]
        unknown = [item for item in mine if not item.time]
        marked = sum(item.late for item in unknown)
        if unknown:
            sentence = f"due {assignment}: no time is known for {len(unknown)} of {len(mine)}"
            sentence += f", of which the platform marked {marked} as late" if marked else ""
            sentences.append(f"{sentence}; --times names a report with times")
    return sentences
