"""Makes readable what a student handed in: huge notebooks lose their outputs, and texts may be programs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from autograder.intake.entries import MAX_FILE, MAX_NOTEBOOK, MB, Entry, UnreadableError, megabytes, normalise_text
from autograder.intake.names import ARCHIVE, NOTEBOOK, is_code, is_junk, is_provided
from autograder.intake.outline import Handout
from autograder.intake.parser_process import IntakeParser
from autograder.intake.programs import drop_outputs
from autograder.intake.sorting import MAX_INSPECTED, names_defined_by
from autograder.wording import joined

MAX_WITH_OUTPUTS = 64 * MB  # of a notebook
TEXT = ".txt"
SHOWN = 5  # files that tools left behind


@dataclass
class ReadableEntries:
    """The entries of a student, and a sentence about each that was changed.

    Attributes:
        entries: everything that the student handed in.
        notes: by the name that an entry has now.
    """

    entries: list[Entry]
    notes: dict[str, str] = field(default_factory=dict)


def make_readable(entries: Sequence[Entry], handouts: tuple[Handout, ...], parser: IntakeParser) -> ReadableEntries:
    """Return entries of which more can be read.

    Args:
        entries: everything that a student handed in.
        handouts: all files of the course.
        parser: parses files.
    """
    made = ReadableEntries([])
    exercises = {name for handout in handouts for name in handout.exercises}
    inspected = [entry for entry in entries if _is_text(entry)][:MAX_INSPECTED]
    defined = {id(entry): parser.here(names_defined_by, (entry,), set[str]()) for entry in inspected}
    texts = {place: names for place, names in defined.items() if names & exercises}
    programs = [entry for entry in entries if texts and is_code(entry.name) and not is_provided(entry.parts)]
    known: set[str] = set()
    for entry in programs[:MAX_INSPECTED]:
        known |= parser.here(names_defined_by, (entry,), set[str]())
    for entry in entries:
        if NOTEBOOK.search(entry.name) and MAX_NOTEBOOK < entry.size <= MAX_WITH_OUTPUTS and not entry.problem:
            entry = _without_outputs(entry, made, parser)  # noqa: PLW2901 - or the same
        elif id(entry) in texts and not texts[id(entry)] & known and _solves(entry, handouts, parser):
            program = entry.name[: -len(TEXT)].removesuffix(".py") + ".py.txt"
            made.notes[program] = f"{entry.name} is a program, and was read as {program}"
            entry = replace(entry, parts=(*entry.parts[:-1], program))  # noqa: PLW2901 - another name
        made.entries.append(entry)
    return made


def _is_text(entry: Entry) -> bool:
    plain = entry.name.lower().endswith(TEXT) and not is_code(entry.name)
    return plain and not (entry.folder or entry.problem or is_provided(entry.parts) or any(map(is_junk, entry.parts)))


def _solves(entry: Entry, handouts: tuple[Handout, ...], parser: IntakeParser) -> bool:
    """Whether a text is a program that solves an exercise."""
    data, _ = normalise_text(entry.read(MAX_FILE))
    return bool(parser.outline(data, handouts, notebook=False).assignments)


def _without_outputs(entry: Entry, made: ReadableEntries, parser: IntakeParser) -> Entry:
    try:
        data = parser.run(drop_outputs, (entry.read(MAX_WITH_OUTPUTS),), b"")
    except UnreadableError:
        return entry
    if not data or len(data) > MAX_NOTEBOOK:
        return entry
    made.notes[entry.name] = f"{entry.name}: has {megabytes(entry.size)}, so its outputs were left out"
    return replace(entry, size=len(data), take=lambda limit: data[:limit])


def leftovers(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return what arrived where nothing of it can be a student's work: what tools left behind, or nothing at all.

    Args:
        entries: those of a student, or of one part of the student's work.
    """
    if not any(any(map(is_junk, entry.parts)) or not entry.folder for entry in entries):
        archives = sorted({entry.name for entry in entries if ARCHIVE.search(entry.name)})
        return (f"an archive without files ({joined(archives)})" if archives else "a folder without files",)
    return tuple(dict.fromkeys(_described(entries)))[:SHOWN]


def _described(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        junk = next(filter(is_junk, entry.parts), "")
        if junk == ".git":
            yield "a clone without files"
        elif junk == ".ipynb_checkpoints":
            yield f"{junk} (automatic copies of Jupyter)"
        elif junk or not entry.folder:
            yield junk or entry.name
