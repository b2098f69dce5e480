"""One student's pile becomes submissions: chosen, read, repaired, with a line for whatever was done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from autograder.course import Assignment, Course
from autograder.intake.archives import opened
from autograder.intake.attempts import Choice, choose, time_in, times_of
from autograder.intake.entries import Entry, UnreadableError
from autograder.intake.layout import Pile
from autograder.intake.limits import MAX_FILE, MAX_NOTEBOOK, student_budget
from autograder.intake.notebook import NotebookReader
from autograder.intake.sorting import Candidate, Sorter
from autograder.intake.submission import Submission
from autograder.intake.text import repair

STRAYS = 5  # beyond these, what is left aside is counted, not listed


@dataclass
class Parcel:
    """What is known of one assignment of one student while it is put together."""

    sources: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    handed_in: str = ""
    due: str = ""


@dataclass(frozen=True)
class Work:
    """All submissions of one student, by assignment, what was left aside, and what could not be opened."""

    submissions: dict[str, Submission]
    left_aside: list[str]
    problems: list[str]


class StudentReader:
    """Reads one student after the other."""

    def __init__(
        self, course: Course, hint: Assignment | None, due: Mapping[str, datetime], notebooks: NotebookReader
    ) -> None:
        self._sorter = Sorter(course, hint)
        self._course = course
        self._due = due
        self._notebooks = notebooks

    def read(self, pile: Pile, student: str) -> Work:
        """Everything that the pile holds."""
        problems = list(pile.problems)
        entries = _entries(pile, problems)
        problems += [f"{entry.name}: {entry.problem}" for entry in entries if entry.folder and entry.problem]
        candidates, rest = self._sorter.sort(entries)
        times = times_of(entries)
        homes = self._sorter.homes(entries)
        submissions: dict[str, Submission] = {}
        for assignment in self._course:
            mine = [item for item in candidates if item.assignment == assignment]
            barred = self._sorter.barred(rest, assignment)
            if mine or barred or assignment.id in homes:
                submissions[assignment.id] = self._submission(student, assignment, mine, times, problems, barred=barred)
        used = {item.entry.parts[0] for item in candidates} | self._sorter.tops(entries)
        return Work(submissions, _left_aside(student, rest, used, problems), problems)

    def _submission(
        self,
        student: str,
        assignment: Assignment,
        candidates: Sequence[Candidate],
        times: dict[tuple[str, ...], datetime],
        problems: list[str],
        *,
        barred: list[str],
    ) -> Submission:
        choice = choose(candidates, times)
        parcel = Parcel(notes=_folder_notes(choice, assignment) + list(choice.notes))
        for file in assignment.files:
            self._take_file(parcel, choice, file)
        self._take_notebook(parcel, choice, assignment)
        for file in set(assignment.files) - set(parcel.sources):
            if barred and not parcel.sources and file not in parcel.missing:
                parcel.missing[file] = "; ".join(barred)
                parcel.refused.add(file)
            told = dict.fromkeys([f"{file}: was not handed in", *problems, *barred])
            parcel.missing.setdefault(file, "; ".join(told))
        late = self._lateness(parcel, choice, assignment, times)
        notes = tuple(dict.fromkeys(parcel.notes))
        made = Submission(student, assignment.id, parcel.sources, notes, parcel.missing, late=late)
        refused = frozenset(parcel.refused - set(parcel.sources))
        return replace(made, refused=refused, attempts=choice.attempts, handed_in=parcel.handed_in, due=parcel.due)

    def _take_file(self, parcel: Parcel, choice: Choice, file: str) -> None:
        candidate = choice.files.get(file)
        if candidate is None:
            return
        label = candidate.entry.name
        try:
            data, repairs = repair(candidate.entry.read(MAX_FILE))
        except UnreadableError as error:
            parcel.missing[file] = f"{label}: {error}"
            parcel.refused.add(file)
            return
        parcel.sources[file] = data
        reason = f", because {candidate.why}" if candidate.why else ""
        parcel.notes += [f"{label} was taken for {file}{reason}"] if label != file else []
        parcel.notes += [f"{file}: {text}" for text in repairs]

    def _take_notebook(self, parcel: Parcel, choice: Choice, assignment: Assignment) -> None:
        """Files that are not there, or are the stub as it was, come out of the last notebook that has them."""
        if not choice.notebooks:
            return
        entry = choice.notebooks[-1].entry
        open_files = [file for file in assignment.files if self._is_open(parcel, assignment, file)]
        if not open_files:
            parcel.notes.append(f"{entry.name} was handed in beside {' and '.join(parcel.sources)}; the files count")
            return
        try:
            taken = self._notebooks.take(repair(entry.read(MAX_NOTEBOOK))[0], assignment)
            if taken.problem:
                raise UnreadableError(taken.problem)
        except UnreadableError as error:
            for file in set(assignment.files) - set(parcel.sources):
                parcel.missing[file] = f"{entry.name}: {error}"
                parcel.refused.add(file)
            return
        for file in open_files:
            names = {exercise.name for exercise in assignment.of_file(file)}
            if file in taken.sources and (file not in parcel.sources or names & taken.changed):
                stub = f", because {file} is the stub as it was" if file in parcel.sources else ""
                parcel.sources[file] = taken.sources[file]
                parcel.missing.pop(file, None)
                parcel.notes.append(f"{file} was taken from {entry.name}{stub}")
            elif file not in parcel.sources:
                parcel.missing.setdefault(file, f"{entry.name}: defines no exercise of {file}")
        parcel.notes += [f"{entry.name}: {note}" for note in taken.notes]

    def _is_open(self, parcel: Parcel, assignment: Assignment, file: str) -> bool:
        return file not in parcel.sources or self._notebooks.untouched(parcel.sources[file], assignment, file)

    def _lateness(
        self, parcel: Parcel, choice: Choice, assignment: Assignment, times: dict[tuple[str, ...], datetime]
    ) -> bool:
        """Late by the download's own word, or by a timestamp against the date that was named."""
        used = [*choice.files.values(), *choice.notebooks]
        late = any(item.entry.late for item in used)
        found = [time for item in used if (time := times.get(item.holder) or time_in(item.entry.parts))]
        due = self._due.get(assignment.id)
        if found and due and max(found) > due:
            late = True
            parcel.handed_in, parcel.due = max(found).isoformat(timespec="seconds"), due.isoformat(timespec="seconds")
            parcel.notes.append(f"handed in late: {max(found):%Y-%m-%d %H:%M}, due {due:%Y-%m-%d %H:%M}")
        elif late:
            parcel.notes.append("handed in late")
        return late


def _entries(pile: Pile, problems: list[str]) -> list[Entry]:
    try:
        return list(opened(pile.entries, student_budget(), problems))
    except UnreadableError as error:
        problems.append(f"what was handed in {error}")
        return []


def _folder_notes(choice: Choice, assignment: Assignment) -> list[str]:
    folders = [item.folder for item in [*choice.files.values(), *choice.notebooks[-1:]] if item.folder]
    return [f"the folder {folder} was taken for {assignment.id}" for folder in dict.fromkeys(folders)]


def _left_aside(student: str, strange: Sequence[Entry], used: set[str], problems: Sequence[str]) -> list[str]:
    """A sentence for what lies at the top and holds nothing that is graded, where nothing was said about it yet."""
    told = used | {problem.split(":")[0] for problem in problems} | {"timestamp.txt"}
    strays = {
        entry.parts[0]: entry
        for entry in strange
        if entry.parts[0] not in told and not entry.parts[0].startswith((".", "__"))
    }
    if len(strays) > STRAYS:
        return [f"{student}: {len(strays)} files and folders that no assignment is called after, left aside"]
    kinds = {top: "file" if strays[top].parts == (top,) and not strays[top].folder else "assignment" for top in strays}
    return [f"{student}/{top}: no {kinds[top]} of the course is called so, left aside" for top in sorted(strays)]
