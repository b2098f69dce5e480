"""Decides whether a submission is late, from everything that is known about when it was handed in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from autograder.course.model import Policies
from autograder.course.policies import in_zone
from autograder.intake.clones import Clones
from autograder.intake.draft import Draft
from autograder.intake.entries import Entry
from autograder.intake.submission import Submission
from autograder.intake.time_text import time_in, with_offset
from autograder.intake.times import ReportedTimes

FolderTimes = Mapping[tuple[str, ...], datetime]


def late_by(time: datetime, due: datetime, zone: ZoneInfo) -> tuple[str, str, str]:
    """Return when something was handed in, when it was due, by the clocks of the class, and the line of it."""
    time, due = in_zone(time, zone), in_zone(due, zone)
    line = f"handed in late: {time:%Y-%m-%d %H:%M}, due {due:%Y-%m-%d %H:%M} ({zone})"
    return _text(time, zone), _text(due, zone), line


def _text(time: datetime, zone: ZoneInfo) -> str:
    """Return a time of the class's clocks in ISO format; in the second of two equal hours in autumn with its offset."""
    return (time.replace(tzinfo=zone) if time.fold else time).isoformat(timespec="seconds")


@dataclass(frozen=True)
class Clock:
    """When students handed in.

    Attributes:
        policies: the rules of the course.
        due: when assignments are due.
        reported: times from reports of the platform, which decide where there is one.
        clones: knows the commit times of clones.
    """

    policies: Policies
    due: Mapping[str, datetime]
    reported: ReportedTimes
    clones: Clones | None = None

    def limit(self, student: str, assignment: str) -> datetime | None:
        """Return after what time an attempt does not count if there is an earlier one; None if all count."""
        return self.policies.last_counting_time(student, assignment, self.due.get(assignment))

    def judge(
        self, draft: Draft, names: Sequence[str], times: FolderTimes, platform_time: datetime | None = None
    ) -> bool:
        """Return whether a submission is late, and note it in its draft.

        A report of the platform decides, or else the time in its export. Otherwise a submission is late if the platform
        marked it so, or if a time in the submission itself is later than the due date; such a time, which a student can
        choose, excuses nobody.

        Args:
            draft: the submission.
            names: the names of the student, best first.
            times: when each folder was handed in, where the folder says so.
            platform_time: when it was handed in, by the export that it is from.
        """
        used = [item.entry for item in draft.selected.notebooks] + draft.entries
        reported = self.reported.find(names, draft.assignment.id) or platform_time
        time = reported or self.claimed(used, times)
        if time:
            draft.time, draft.zone = time.isoformat(timespec="seconds"), str(self.policies.zone)
            draft.reported = reported is not None
        due = self.due.get(draft.assignment.id) or self.policies.closes.get(draft.assignment.id)
        if time and due and time > with_offset(due, self.policies.zone):
            draft.handed_in, draft.due, line = late_by(time, due, self.policies.zone)
            draft.notes.append(line)
            return True
        if (reported and due) or not any(entry.late for entry in used):
            return False
        draft.notes.append("handed in late")
        return True

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
