"""Turns one student's bundle into submissions: selects attempts, reads files, and notes whatever was done to them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from autograder.course import Assignment, Course
from autograder.intake.archives import expand_archives
from autograder.intake.attempts import SelectedAttempt, select_attempt, times_of
from autograder.intake.channels import rival_channels, select_channel
from autograder.intake.completion import DraftCompleter
from autograder.intake.draft import Draft, add_imported_modules, join_names
from autograder.intake.entries import (
    MAX_FILE,
    MAX_NOTEBOOK,
    Entry,
    UnreadableError,
    normalise_text,
    require_program_text,
    student_budget,
)
from autograder.intake.lateness import Clock
from autograder.intake.layout import HandIn, StudentBundle
from autograder.intake.names import SUPPORT, is_hidden_folder, is_junk, is_provided
from autograder.intake.outline import Extracted, FileKey, handed_out_beside, read_handouts
from autograder.intake.parser_process import IntakeParser
from autograder.intake.readable import leftovers, make_readable
from autograder.intake.sorting import Candidate, Sorter
from autograder.intake.spool import SourceSpool
from autograder.intake.submission import NO_FILES, NO_REASONS, Submission
from autograder.printable import printable
from autograder.wording import sentences_of

MAX_NAME = 80  # characters of a file's name in a message
UNUSED = "received and not used"
MAX_RECEIVED = 100  # names of files in a result; further ones are counted
SHOWN = 5  # files or folders that one message lists; further ones are counted


@dataclass(frozen=True)
class StudentSubmissions:
    """All submissions of one student.

    Attributes:
        submissions: by assignment.
        ignored: sentences about what was ignored, for the instructor.
        problems: sentences about what could not be read.
        unplaced: those of them about what may be of any assignment.
        received: what arrived, if nothing of it belongs to an assignment.
    """

    submissions: dict[str, Submission]
    ignored: list[str]
    problems: list[str]
    unplaced: tuple[str, ...] = ()
    received: tuple[str, ...] = ()


@dataclass(frozen=True)
class MisplacedFile:
    """A file of `assignment` that was handed in for another one, `home`."""

    entry: Entry
    assignment: str
    home: str

    def __str__(self) -> str:
        return f"{self.entry.name} was handed in for {self.home}, and is of {self.assignment}"


class StudentReader:
    """Reads the bundles of any number of students.

    Args:
        course: the course.
        hint: the only assignment that is graded, if there is one.
        clock: decides what is late.
        parser: parses files.
        spool: where the files are kept; by default in memory.
    """

    def __init__(
        self,
        course: Course,
        hint: Assignment | None,
        clock: Clock,
        parser: IntakeParser,
        spool: SourceSpool | None,
    ) -> None:
        self._sorter = Sorter(course, hint, parser)
        self._course = course
        self._clock = clock
        parser.begin_class()
        self._parser = parser
        self._spool = spool
        self._handouts = read_handouts(course)
        self._handed_out_beside = handed_out_beside(course)
        self._completer = DraftCompleter(course, hint, self._sorter, parser)

    def read(self, bundle: StudentBundle, student: str) -> StudentSubmissions:
        """Return all submissions in a bundle.

        Args:
            bundle: what the student handed in.
            student: the student's id.
        """
        self._parser.begin_student()
        self._clock.begin_student()
        problems = list(map(printable, bundle.problems))
        readable = make_readable(_entries(bundle, problems), self._handouts, self._parser)
        entries = readable.entries
        problems += [f"{entry.name}: {entry.problem}" for entry in entries if entry.folder and entry.problem]
        candidates, rest = self._sorter.sort(entries)
        times, unread_times = times_of(entries, self._course.policies.zone)
        drafts = self._placed(student, candidates, rest, entries, times)
        self._complete(drafts, entries, rest, problems)
        for draft in drafts.values():
            names_used = [entry.name for entry in (*(item.entry for item in draft.selected.notebooks), *draft.entries)]
            draft.notes += [readable.notes[name] for name in names_used if name in readable.notes]
        unused = UnusedFiles(entries, drafts, problems, self._sorter.assignment_of_folder, self._handed_out_beside)
        unused.add_notes()
        used = {item.entry.parts[0] for item in candidates} | self._sorter.top_dirs(entries)
        used |= {entry.parts[0] for draft in drafts.values() for entry in draft.entries}
        unknown = _unknown_folders(rest, used, problems)
        misplaced = self._misplaced(drafts)
        names = (student, bundle.key, *bundle.aliases)
        left = {name: self._leftovers(draft, entries, unused, problems) for name, draft in drafts.items()}
        submissions = {
            name: _explained(
                self._judged(draft, bundle, names, times),
                draft,
                (*unused.received(name), *left[name], *(item.entry.name for item in misplaced if item.home == name)),
                problems,
            )
            for name, draft in drafts.items()
        }
        received = () if drafts else unused.received("")
        arrived = bool(entries or bundle.places)  # a platform also names students who handed in nothing
        if arrived and not (drafts or received or problems):
            left[""] = received = leftovers(entries)
            unknown = []
        ignored = [*_folder_messages(student, unknown), *unused.messages(student, unknown)]
        ignored += [f"{student}: {unused_note(files)}" for files in left.values() if files]
        ignored += [f"{student}: {text}" for draft in drafts.values() if (text := self._clock.uncommitted(draft))]
        ignored += [f"{student}/{problem}" for problem in sentences_of(unread_times, SHOWN, "such time")]
        ignored += [f"{student}: {item}" for item in sentences_of(list(map(str, misplaced)), SHOWN, "misplaced file")]
        placed = {text for part in self._course for text in self._sorter.unreadable(rest, part)}
        unplaced = tuple(text for text in problems if text not in placed)
        return StudentSubmissions(submissions, ignored, problems, unplaced, received)

    def _leftovers(
        self, draft: Draft, entries: Sequence[Entry], unused: "UnusedFiles", problems: Sequence[str]
    ) -> tuple[str, ...]:
        """Return what arrived for a part if it is nothing that anybody else names, such as an empty folder."""
        name = draft.assignment.id
        explained = problems or draft.refused or draft.selected.notebooks or unused.received(name)
        if draft.sources or explained:
            return ()
        left = leftovers([entry for entry in entries if self._sorter.assignment_of_folder(entry) == name])
        draft.notes.append(unused_note(left))
        return left

    def _judged(
        self, draft: Draft, bundle: StudentBundle, names: Sequence[str], times: dict[tuple[str, ...], datetime]
    ) -> Submission:
        """Return a submission with what its platform says about it; the first of the names is the student's id."""
        hand_in = bundle.hand_ins.get(draft.assignment.id) or bundle.hand_ins.get("") or HandIn()
        channel = next((entry.channel for entry in draft.entries), None)
        self._clock.note_time(draft, names, times, channel.time if channel else hand_in.time)
        if hand_in.group:
            draft.notes.append(f"handed in by a group of {hand_in.members} on the platform")
        submission = Submission(
            names[0],
            draft.assignment.id,
            self._spool.put(draft.sources) if self._spool else draft.sources,
            tuple(dict.fromkeys(draft.notes)),
            draft.missing or NO_REASONS,
            frozenset(draft.refused - set(draft.sources)) or NO_FILES,
            attempts=draft.selected.attempts,
            time=draft.time,
            zone=draft.zone,
            reported=draft.reported,
            marked=draft.marked,
            group=hand_in.group,
            names=bundle.names,
            contested=bundle.contested,
            question=draft.question,
        )
        return self._clock.judged(submission)

    def _misplaced(self, drafts: Mapping[str, Draft]) -> list[MisplacedFile]:
        """Return each file that was handed in for one assignment, where nothing is, and is of another."""
        found = [
            MisplacedFile(entry, draft.assignment.id, self._sorter.assignment_of_folder(entry))
            for draft in drafts.values()
            for entry in draft.entries
        ]
        return [
            item
            for item in dict.fromkeys(found)
            if item.home != item.assignment and item.home in drafts and not drafts[item.home].sources
        ]

    def _placed(
        self,
        student: str,
        candidates: Sequence[Candidate],
        rest: Sequence[Entry],
        entries: Sequence[Entry],
        times: dict[tuple[str, ...], datetime],
    ) -> dict[str, Draft]:
        """Start a draft for each assignment that something was handed in for, with the files that can be recognised."""
        assignment_dirs = self._sorter.assignment_dirs(entries)
        drafts: dict[str, Draft] = {}
        for assignment in self._course:
            mine = [item for item in candidates if item.assignment == assignment]
            if mine or assignment.id in assignment_dirs or self._sorter.unreadable(rest, assignment):
                selected, question = self._select(mine, times, self._clock.limit(student, assignment.id))
                notes = _folder_notes(selected, assignment) + list(selected.notes)
                draft = drafts[assignment.id] = Draft(assignment, selected, notes=notes, question=question)
                for file in assignment.files:
                    self._place_file(draft, file)
                self._place_notebook(draft)
        return drafts

    def _select(
        self, candidates: Sequence[Candidate], times: dict[tuple[str, ...], datetime], limit: datetime | None
    ) -> tuple[SelectedAttempt, str]:
        """Select the attempt that counts; return it, and what a person should settle."""
        rivals = rival_channels(candidates)
        if not rivals:
            return select_attempt(candidates, times, limit), ""
        entries = {channel: [item.entry for item in candidates if item.entry.channel == channel] for channel in rivals}
        known = {channel: channel.time or self._clock.claimed(entries[channel], times) for channel in rivals}
        return select_channel(candidates, times, limit, known)

    def _complete(
        self, drafts: dict[str, Draft], entries: Sequence[Entry], rest: Sequence[Entry], problems: list[str]
    ) -> None:
        """Look for what the drafts lack among all entries, and note why files are missing."""
        self._completer.complete(entries, drafts)
        if not any(draft.sources for draft in drafts.values()):
            problems += _hidden_folders(entries)
        closed = {name: self._sorter.unreadable(rest, draft.assignment) for name, draft in drafts.items()}
        for name, draft in drafts.items():
            add_imported_modules(draft, [entry for entry in entries if not is_provided(entry.parts)])
            elsewhere = {text for other, texts in closed.items() if other != name for text in texts}
            self._refuse_missing(draft, [*closed[name], *(text for text in problems if text not in elsewhere)])
            for file in set(draft.assignment.files) - set(draft.sources):
                draft.missing.setdefault(file, f"{file}: was not handed in")

    def _refuse_missing(self, draft: Draft, reasons: Iterable[str]) -> None:
        """Note that something cannot be read in which what is missing may be: everything, beside unchanged stubs."""
        why = "; ".join(dict.fromkeys(reasons))
        if not why:
            return
        if all(self._is_open(draft, file) for file in draft.assignment.files):
            for stub in set(draft.assignment.files) & set(draft.sources):
                draft.unplace(stub)
        for file in set(draft.assignment.files) - set(draft.sources):
            draft.missing[file] = "; ".join(filter(None, [draft.missing.get(file), why]))
            draft.refused.add(file)

    def _place_file(self, draft: Draft, file: str) -> None:
        candidate = draft.selected.files.get(file)
        if candidate is None:
            return
        label = candidate.entry.name
        try:
            data, repairs = _text(candidate.entry, MAX_FILE)
            require_program_text(data)
        except UnreadableError as error:
            draft.missing[file] = f"{label}: {error}"
            draft.refused.add(file)
            return
        reason = f", because {candidate.why}" if candidate.why else ""
        draft.place(file, data, candidate.entry, f"{label} was used as {file}{reason}" if label != file else "")
        draft.notes += [f"{file}: {text}" for text in repairs]

    def _place_notebook(self, draft: Draft) -> None:
        """Extract files that are missing, or are the unchanged stub, from the last notebook."""
        assignment, selected = draft.assignment, draft.selected
        if not selected.notebooks:
            return
        entry = selected.notebooks[-1].entry
        open_files = [file for file in assignment.files if self._is_open(draft, file)]
        if not open_files:
            if self._is_filled_in(entry, assignment):
                draft.notes.append(f"{entry.name} was handed in beside {' and '.join(draft.sources)}; the files count")
            return
        try:
            extracted = self._extracted(entry, assignment)
        except UnreadableError as error:
            self._refuse_missing(draft, [f"{entry.name}: {error}"])
            return
        for file in open_files:
            names = {exercise.name for exercise in assignment.of_file(file)}
            if file in extracted.sources and (file not in draft.sources or names & extracted.changed):
                stub = f", because {file} is the unchanged stub" if file in draft.sources else ""
                draft.place(file, extracted.sources[file], entry, f"{file} was taken from {entry.name}{stub}")
            elif file not in draft.sources:
                draft.missing.setdefault(file, f"{entry.name}: defines no exercise of {file}")
        draft.notes += [f"{entry.name}: {note}" for note in extracted.notes]

    def _extracted(self, notebook: Entry, assignment: Assignment) -> Extracted:
        """Return the files that a notebook contains.

        Raises:
            UnreadableError: it cannot be read, or is no notebook.
        """
        text, _ = _text(notebook, MAX_NOTEBOOK)
        extracted = self._parser.extract(text, assignment.id, self._handouts)
        if extracted.problem:
            raise UnreadableError(extracted.problem)
        return extracted

    def _is_filled_in(self, notebook: Entry, assignment: Assignment) -> bool:
        """Whether a notebook has more than what was handed out; so may one that cannot be read."""
        try:
            return bool(self._extracted(notebook, assignment).changed)
        except (UnreadableError, ModuleNotFoundError):  # the libraries that read notebooks are optional
            return True

    def _is_open(self, draft: Draft, file: str) -> bool:
        if file not in draft.sources:
            return True
        handout = next(item for item in self._handouts if item.place == (draft.assignment.id, file))
        return self._parser.is_unchanged_stub(draft.sources[file], handout)


def _text(entry: Entry, most: int) -> tuple[bytes, list[str]]:
    """Return what is in a file, and what was repaired.

    Raises:
        UnreadableError: it cannot be read, or is empty, as after an upload that failed.
    """
    data, repairs = normalise_text(entry.read(most))
    if not data.strip():
        raise UnreadableError("is empty; hand in the file with your work")
    return data, repairs


def _explained(submission: Submission, draft: Draft, received: tuple[str, ...], problems: Sequence[str]) -> Submission:
    """Add what arrived, if nothing of it can be graded; a notebook that was read and defines nothing does not count."""
    if submission.sources or (draft.selected.notebooks and not submission.refused):
        return submission
    reasons = [submission.missing[file] for file in sorted(submission.refused)] or problems
    return replace(submission, received=received, unreadable=tuple(dict.fromkeys(reasons)))


def _entries(bundle: StudentBundle, problems: list[str]) -> list[Entry]:
    closed: list[str] = []
    try:
        entries = list(expand_archives([entry.printed() for entry in bundle.entries], student_budget(), closed))
    except UnreadableError as error:
        problems.append(f"what was handed in {error}")
        entries = []
    problems += sentences_of(closed, SHOWN, "unreadable archive")
    return entries


def _hidden_folders(entries: Sequence[Entry]) -> list[str]:
    hidden = [
        f"{entry.name}: begins with a dot, as folders of tools do, and is ignored; rename it"
        for entry in entries
        if entry.folder and is_hidden_folder(entry.name)
    ]
    return sentences_of(hidden, SHOWN, "such folder")


def _folder_notes(selected: SelectedAttempt, assignment: Assignment) -> list[str]:
    folders = [item.folder for item in [*selected.files.values(), *selected.notebooks[-1:]] if item.folder]
    return [f"the folder {folder} was used as {assignment.id}" for folder in dict.fromkeys(folders)]


def _unknown_folders(rest: Sequence[Entry], used: set[str], problems: Sequence[str]) -> list[str]:
    """Return the top-level folders that belong to no assignment and that no message mentions yet."""
    mentioned = used | {problem.split(":")[0] for problem in problems}
    top_dirs = {
        entry.parts[0]
        for entry in rest
        if (len(entry.parts) > 1 or entry.folder) and not (entry.channel and entry.channel.is_called(entry.parts[0]))
    }
    return sorted(top for top in top_dirs - mentioned if not top.startswith((".", "__")) and top != SUPPORT)


def _folder_messages(student: str, folders: Sequence[str]) -> list[str]:
    if len(folders) > SHOWN:
        return [f"{student}: {len(folders)} folders that are not named after an assignment, ignored"]
    return [f"{student}/{top}: no assignment of the course has this name, ignored" for top in folders]


class UnusedFiles:
    """Describes files of one student that are in no draft and that no message mentions yet.

    Args:
        entries: all files of the student.
        drafts: the drafts by assignment.
        problems: sentences about what could not be read.
        assignment_of_folder: returns the assignment of a file by its folder.
        handed_out_beside: files that come with an assignment, and are not worth a note.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        drafts: Mapping[str, Draft],
        problems: Sequence[str],
        assignment_of_folder: Callable[[Entry], str],
        handed_out_beside: Collection[FileKey],
    ) -> None:
        self._handed_out_beside = handed_out_beside
        self._drafts = drafts
        self._assignment_of_folder = assignment_of_folder
        used = {id(entry) for draft in drafts.values() for entry in draft.entries}
        self._used_names = {entry.name for draft in drafts.values() for entry in draft.entries}
        mentioned = [
            *problems,
            *(text for draft in drafts.values() for text in (*draft.notes, *draft.missing.values())),
        ]
        self.entries = [
            entry
            for entry in entries
            if id(entry) not in used
            and not entry.folder
            and not any(map(is_junk, entry.parts))
            and not is_provided(entry.parts)
            and not any(draft.selected.supersedes(entry) for draft in drafts.values())
            and entry.name != f"{assignment_of_folder(entry)}.ipynb"  # the handed-out notebook, which is optional
            and not self._is_named(entry, mentioned)
        ]

    def add_notes(self) -> None:
        """Add a note for the student to the draft of each file's folder, or to all drafts where there is none."""
        groups: dict[str, list[str]] = {name: [] for name in self._drafts}
        for entry in self._own():
            home = self._assignment_of_folder(entry)
            for name in [home] if home in self._drafts else self._drafts:
                plain = home == name and entry.name not in self._used_names
                groups[name].append(entry.name if plain else "/".join(entry.parts))
        for name, files in groups.items():
            self._drafts[name].notes += [unused_note(sorted(files))] if files else []

    def received(self, name: str) -> tuple[str, ...]:
        """Return the files that arrived for an assignment, with those for none if nothing else arrived."""
        alone = not any(draft.sources for draft in self._drafts.values())
        homes = ((entry, self._assignment_of_folder(entry)) for entry in self.entries)
        mine = (entry for entry, home in homes if home == name or (alone and home not in self._drafts))
        names = sorted(dict.fromkeys(printable(entry.name, MAX_NAME) for entry in mine))
        return tuple(sentences_of(names, MAX_RECEIVED, "file"))

    def _own(self) -> list[Entry]:
        """Return the files that did not come with an assignment."""
        given = self._handed_out_beside
        return [item for item in self.entries if (self._assignment_of_folder(item), item.name) not in given]

    def _is_named(self, entry: Entry, mentioned: Sequence[str]) -> bool:
        name = "/".join(entry.parts) if entry.name in self._used_names else entry.name
        return any(name in text for text in mentioned)

    def messages(self, student: str, folders: Iterable[str]) -> list[str]:
        """Return messages for the instructor.

        Args:
            student: the student's id.
            folders: top-level folders that have a message of their own.
        """
        described = set(folders)
        paths = sorted("/".join(entry.parts) for entry in self._own() if entry.parts[0] not in described)
        return [f"{student}: {unused_note(paths)}"] if paths else []


def unused_note(files: Sequence[str]) -> str:
    """Say in one sentence which files were not used."""
    was = "were" if len(files) > 1 else "was"
    return f"{join_names(files, SHOWN)} {was} {UNUSED}"
