"""One student's pile becomes submissions: chosen, read, repaired, with a line for whatever was done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from autograder.course import Assignment, Course
from autograder.intake.archives import opened
from autograder.intake.attempts import Choice, choose, time_in, times_of
from autograder.intake.draft import Draft
from autograder.intake.elsewhere import Gatherer
from autograder.intake.entries import Entry, UnreadableError
from autograder.intake.imported import take_along
from autograder.intake.layout import Pile
from autograder.intake.limits import MAX_FILE, MAX_NOTEBOOK, student_budget
from autograder.intake.names import SUPPORT, is_handed_out
from autograder.intake.notebook import NotebookReader, handouts
from autograder.intake.sorting import Candidate, Sorter
from autograder.intake.submission import Submission
from autograder.intake.text import repair
from autograder.intake.unused import SHOWN, Unused


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
        self._handouts = handouts(course)
        self._gatherer = Gatherer(course, hint, self._sorter, notebooks)

    def read(self, pile: Pile, student: str) -> Work:
        """Everything that the pile holds."""
        problems = list(pile.problems)
        entries = _entries(pile, problems)
        problems += [f"{entry.name}: {entry.problem}" for entry in entries if entry.folder and entry.problem]
        candidates, rest = self._sorter.sort(entries)
        times = times_of(entries)
        drafts = self._placed(candidates, rest, entries, times)
        self._gatherer.gather(entries, drafts)
        for draft in drafts.values():
            take_along(draft, [entry for entry in entries if not is_handed_out(entry.parts)])
            self._say_missing(draft, problems, self._sorter.barred(rest, draft.assignment))
        unused = Unused(entries, drafts, problems, self._sorter.folder_of)
        unused.tell_student()
        used = {item.entry.parts[0] for item in candidates} | self._sorter.tops(entries)
        used |= {entry.parts[0] for draft in drafts.values() for entry in draft.entries}
        strange = _strange_folders(rest, used, problems)
        submissions = {name: self._submission(student, draft, times) for name, draft in drafts.items()}
        left_aside = [*_about_folders(student, strange), *unused.lines(student, strange)]
        return Work(submissions, left_aside, problems)

    def _placed(
        self,
        candidates: Sequence[Candidate],
        rest: Sequence[Entry],
        entries: Sequence[Entry],
        times: dict[tuple[str, ...], datetime],
    ) -> dict[str, Draft]:
        """Every file that has its place by name, folder or content, for each assignment that anything came for."""
        homes = self._sorter.homes(entries)
        drafts: dict[str, Draft] = {}
        for assignment in self._course:
            mine = [item for item in candidates if item.assignment == assignment]
            if mine or assignment.id in homes or self._sorter.barred(rest, assignment):
                choice = choose(mine, times)
                notes = _folder_notes(choice, assignment) + list(choice.notes)
                draft = drafts[assignment.id] = Draft(assignment, choice, notes=notes)
                for file in assignment.files:
                    self._take_file(draft, file)
                self._take_notebook(draft)
        return drafts

    def _say_missing(self, draft: Draft, problems: Sequence[str], barred: Sequence[str]) -> None:
        """Why a file is not there."""
        for file in set(draft.assignment.files) - set(draft.sources):
            if barred and not draft.sources and file not in draft.missing:
                draft.missing[file] = "; ".join(barred)
                draft.refused.add(file)
            told = dict.fromkeys([f"{file}: was not handed in", *problems, *barred])
            draft.missing.setdefault(file, "; ".join(told))

    def _submission(self, student: str, draft: Draft, times: dict[tuple[str, ...], datetime]) -> Submission:
        late = self._lateness(draft, times)
        notes = tuple(dict.fromkeys(draft.notes))
        made = Submission(student, draft.assignment.id, draft.sources, notes, draft.missing, late=late)
        refused = frozenset(draft.refused - set(draft.sources))
        attempts = draft.choice.attempts
        return replace(made, refused=refused, attempts=attempts, handed_in=draft.handed_in, due=draft.due)

    def _take_file(self, draft: Draft, file: str) -> None:
        candidate = draft.choice.files.get(file)
        if candidate is None:
            return
        label = candidate.entry.name
        try:
            data, repairs = repair(candidate.entry.read(MAX_FILE))
        except UnreadableError as error:
            draft.missing[file] = f"{label}: {error}"
            draft.refused.add(file)
            return
        reason = f", because {candidate.why}" if candidate.why else ""
        draft.place(file, data, candidate.entry, f"{label} was taken for {file}{reason}" if label != file else "")
        draft.notes += [f"{file}: {text}" for text in repairs]

    def _take_notebook(self, draft: Draft) -> None:
        """Files that are not there, or are the stub as it was, come out of the last notebook that has them."""
        assignment, choice = draft.assignment, draft.choice
        if not choice.notebooks:
            return
        entry = choice.notebooks[-1].entry
        open_files = [file for file in assignment.files if self._is_open(draft, file)]
        if not open_files:
            draft.notes.append(f"{entry.name} was handed in beside {' and '.join(draft.sources)}; the files count")
            return
        try:
            taken = self._notebooks.take(repair(entry.read(MAX_NOTEBOOK))[0], assignment, self._handouts)
            if taken.problem:
                raise UnreadableError(taken.problem)
        except UnreadableError as error:
            for file in set(assignment.files) - set(draft.sources):
                draft.missing[file] = f"{entry.name}: {error}"
                draft.refused.add(file)
            return
        for file in open_files:
            names = {exercise.name for exercise in assignment.of_file(file)}
            if file in taken.sources and (file not in draft.sources or names & taken.changed):
                stub = f", because {file} is the stub as it was" if file in draft.sources else ""
                draft.place(file, taken.sources[file], entry, f"{file} was taken from {entry.name}{stub}")
            elif file not in draft.sources:
                draft.missing.setdefault(file, f"{entry.name}: defines no exercise of {file}")
        draft.notes += [f"{entry.name}: {note}" for note in taken.notes]

    def _is_open(self, draft: Draft, file: str) -> bool:
        return file not in draft.sources or self._notebooks.untouched(draft.sources[file], draft.assignment, file)

    def _lateness(self, draft: Draft, times: dict[tuple[str, ...], datetime]) -> bool:
        """Late by the download's own word, or by a timestamp against the date that was named."""
        used = [item.entry for item in [*draft.choice.files.values(), *draft.choice.notebooks]] + draft.others
        late = any(entry.late for entry in used)
        found = [time for entry in used if (time := times.get(entry.parts[:-1]) or time_in(entry.parts))]
        due = self._due.get(draft.assignment.id)
        if found and due and max(found) > due:
            late = True
            draft.handed_in, draft.due = max(found).isoformat(timespec="seconds"), due.isoformat(timespec="seconds")
            draft.notes.append(f"handed in late: {max(found):%Y-%m-%d %H:%M}, due {due:%Y-%m-%d %H:%M}")
        elif late:
            draft.notes.append("handed in late")
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


def _strange_folders(rest: Sequence[Entry], used: set[str], problems: Sequence[str]) -> list[str]:
    """The folders at the top that are no assignment's, where nothing was said about them yet."""
    told = used | {problem.split(":")[0] for problem in problems}
    tops = {entry.parts[0] for entry in rest if len(entry.parts) > 1 or entry.folder}
    return sorted(top for top in tops - told if not top.startswith((".", "__")) and top != SUPPORT)


def _about_folders(student: str, folders: Sequence[str]) -> list[str]:
    if len(folders) > SHOWN:
        return [f"{student}: {len(folders)} folders that no assignment is called after, left aside"]
    return [f"{student}/{top}: no assignment of the course is called so, left aside" for top in folders]
