"""The content of the instructor's page of one hand-in: the code, with each failure beside the line that it is about."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from autograder.reports.commands import NO_OPTIONS, RunOptions
from autograder.reports.numbered_file import NumberedFile, Place, read_code, visible_line
from autograder.reports.people import Person
from autograder.results.adjustments import Adjustment
from autograder.results.failure import Failure, SurfacedError
from autograder.results.model import SINGLE_REASON_OUTCOMES, Json
from autograder.results.summary import status_of

MAX_SUGGESTIONS = 50


@dataclass
class Note:
    """A failure beside a line of code; checks that fail in the same way share one."""

    outcome: str
    message: str
    diagnosis: tuple[str, ...]
    line: int = 0  # of the mistake, if it is known
    error: SurfacedError | None = None  # the exception, if it is one
    exercises: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    explanation: str = ""  # of a plain assertion, with the value that it expects


@dataclass(frozen=True)
class Suggestions:
    """What was said in corrections before, each sentence once, the newest first."""

    reasons: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()

    @classmethod
    def of(cls, corrections: Iterable[Adjustment]) -> "Suggestions":
        """Return what these corrections say, of which the last is the newest."""
        newest = list(corrections)[::-1]
        reasons, comments = (dict.fromkeys(getattr(item, name) for item in newest) for name in ("reason", "comment"))
        return cls(*(tuple(filter(None, texts))[:MAX_SUGGESTIONS] for texts in (reasons, comments)))


NO_SUGGESTIONS = Suggestions()


@dataclass(frozen=True)
class HandIn:
    """Everything that the page of a hand-in is made from.

    Attributes:
        result: the result with the points that count and all its checks, also those that students do not see.
        automatic: the automatic score; None if there is none.
        title: the title of the assignment.
        sources: the files that were graded; empty if they are not known.
        corrections: all that were made by hand, also those that were undone.
        out: the output folder, as commands name it.
        folder: the name of the student's folder in it.
        options: those that commands on the page need.
        person: what the class list says about the student.
        before: the hand-in to look at before this one: its `student`, and the `link` from this page.
        after: the one to look at next.
        suggestions: reasons and comments of earlier corrections, to be used again.
        alike: for exercises with a named mistake, all students who made the same one there.
    """

    result: Json
    automatic: float | None
    title: str
    sources: Mapping[str, bytes]
    corrections: Sequence[Adjustment]
    out: str
    folder: str
    options: RunOptions = NO_OPTIONS
    person: Person | None = None
    before: Json | None = None
    after: Json | None = None
    suggestions: Suggestions = NO_SUGGESTIONS
    alike: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """The folder of the result, which `autograder check` grades again."""
        return f"{self.out}/{self.folder}/{self.result['assignment']}"


def same_mistakes(summaries: Iterable[Json]) -> dict[tuple[str, str], dict[str, list[str]]]:
    """Return, for the exercises of each hand-in, all students with the same named mistake there, if several."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for summary in summaries:
        for exercise in summary["exercises"]:
            if exercise["mistake"] and exercise["mistake"]["told"]:
                key = (summary["assignment"], exercise["name"], exercise["mistake"]["group"])
                groups.setdefault(key, []).append(summary["student"])
    found: dict[tuple[str, str], dict[str, list[str]]] = {}
    for (assignment, exercise_name, _), students in groups.items():
        for student in students if len(students) > 1 else ():
            found.setdefault((student, assignment), {})[exercise_name] = students
    return found


def review_page_content(hand_in: HandIn) -> dict[str, Any]:
    """Return the content of the template `review.html.jinja`."""
    result = hand_in.result
    files = {name: read_code(name, data) for name, data in sorted(hand_in.sources.items())}
    notes = _notes(result, files)
    failing = {place.file for place in notes}
    return {
        "result": result,
        "title": hand_in.title,
        "automatic": hand_in.automatic,
        "status": status_of(result),
        "corrections": list(hand_in.corrections),
        "exercises": [_exercise(exercise, hand_in, files) for exercise in result["exercises"]],
        "files": [_file(file, notes) for file in sorted(files.values(), key=lambda file: file.name not in failing)],
        "person": str(hand_in.person or ""),
        "before": hand_in.before,
        "after": hand_in.after,
        "suggestions": hand_in.suggestions,
        "out": hand_in.out,
        "adjust_from": hand_in.options.command("adjust", hand_in.out, "--from", "corrections.csv"),
        "whole": _whole(hand_in),
        "check": hand_in.options.command("check", hand_in.place, rules=False),
    }


def _exercise(exercise: Json, hand_in: HandIn, files: Mapping[str, NumberedFile]) -> Json:
    place = _definition(exercise, files)
    return exercise | {
        "place": place,
        "failed": [check for check in exercise["checks"] if check["outcome"] != "right"],
        "passed": [check for check in exercise["checks"] if check["outcome"] == "right"],
        "single": exercise["outcome"] in SINGLE_REASON_OUTCOMES,
        "alike": [name for name in hand_in.alike.get(exercise["name"], ()) if name != hand_in.result["student"]],
        "adjust": _adjust(hand_in, exercise["name"], _points(exercise)),
        "check": hand_in.options.command("check", hand_in.place, exercise["name"], rules=False),
    }


def _definition(exercise: Json, files: Mapping[str, NumberedFile]) -> Place | None:
    file = files.get(exercise["file"])
    return file.definition(exercise["name"]) if file else None


def _notes(result: Json, files: Mapping[str, NumberedFile]) -> dict[Place, list[Note]]:
    """Return the failures beside each line: where an exception surfaced, else the definition, else the first line."""
    notes: dict[Place, dict[object, Note]] = {}
    for exercise in result["exercises"]:
        file = files.get(exercise["file"])
        if file is None:
            continue
        definition = _definition(exercise, files)
        if definition is None and exercise["outcome"] == "not attempted":
            continue
        default = definition or Place(file.name, 1)
        for title, note in _failures(exercise):
            place = _located(note, file) or _surfaced(note, files) or default
            same = notes.setdefault(place, {}).setdefault((note.outcome, note.message, note.diagnosis), note)
            same.exercises += [exercise["name"]] if exercise["name"] not in same.exercises else []
            same.titles += [title] if title and title not in same.titles else []
    return {place: list(items.values()) for place, items in notes.items()}


def _failures(exercise: Json) -> Iterator[tuple[str, Note]]:
    """Yield the title and the words of each failed check; once, where all fail for the same reason."""
    failed = [check for check in exercise["checks"] if check["outcome"] != "right"]
    if "needs_person" in exercise:
        errors = [Failure.of(check).exception for check in failed]
        yield "", Note("not graded", exercise["needs_person"], (), error=next(filter(None, errors), None))
        return
    single = exercise["outcome"] in SINGLE_REASON_OUTCOMES
    for check in failed[:1] if single else failed:
        diagnosis = tuple(item["text"] for item in check["diagnosis"])
        line = next((item["line"] for item in check["diagnosis"] if "line" in item), 0)
        yield (
            "" if single else check["title"],
            Note(
                check["outcome"],
                check["message"],
                diagnosis,
                line,
                error=Failure.of(check).exception,
                explanation=check.get("explanation", ""),
            ),
        )


def _located(note: Note, file: NumberedFile) -> Place | None:
    return Place(file.name, note.line) if file.has(note.line) else None


def _surfaced(note: Note, files: Mapping[str, NumberedFile]) -> Place | None:
    """Return where an exception surfaced, if there is such a line."""
    file = files.get(note.error.file) if note.error else None
    return Place(file.name, note.error.line) if file and note.error and file.has(note.error.line) else None


def _file(file: NumberedFile, notes: Mapping[Place, Sequence[Note]]) -> Json:
    own = {place.line: items for place, items in notes.items() if place.file == file.name}
    lines = [(str(number), visible_line(text), own.get(number)) for number, text in enumerate(file.lines, start=1)]
    return {"name": file.name, "lines": lines, "unshown": file.unshown}


def _points(exercise: Json) -> str:
    """Return the options of a correction that gives an exercise all of its points, or one more if it has them."""
    if exercise["score"] is None:
        return f'--score {float(exercise["max_score"]):g} --reason "…"'
    missing = round(exercise["max_score"] - exercise["score"], 2)
    return f'--points +{missing if missing > 0 else 1:g} --reason "…"'


def _whole(hand_in: HandIn) -> str:
    """Return the command that sets the score of the assignment, or takes an excuse back."""
    if "excused" in hand_in.result:
        return _adjust(hand_in, "", "--excuse --undo")
    return _adjust(hand_in, "", f'--score {float(hand_in.result["max_score"]):g} --reason "…"')


def _adjust(hand_in: HandIn, exercise: str, change: str) -> str:
    result = hand_in.result
    words = ["adjust", hand_in.out, "--student", result["student"], "--assignment", result["assignment"]]
    words += ["--exercise", exercise] if exercise else []
    return f"{hand_in.options.command(*words)} {change}"
