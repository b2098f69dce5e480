"""Packs students' pages into archives that Canvas and Moodle give back to the students, for clones, and for mail.

Both platforms find the student by the name of a file in the archive, which must be one of a name in the download.
docs/how-to/feedback.md says what each of them does with it.
"""

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder.csv_files import CsvFile, read_csv_file
from autograder.exports.class_results import ExportError
from autograder.intake.column_names import MOODLE, PARTICIPANT, english_columns
from autograder.intake.names import ARCHIVE, NOTEBOOK, PYTHON
from autograder.intake.platform_names import GROUP, ReceivedFile, way_out_of_namesakes
from autograder.intake.roster import Roster

DATE = (1980, 1, 1, 0, 0, 0)  # of every member, so that the same pages give the same archive
PAGE = "feedback.html"
MAIL = "-mail.zip"  # ends the name of an archive whose pages a person sends


@dataclass(frozen=True)
class Page:
    """The feedback of a student on an assignment, as text and as a page."""

    student: str
    assignment: str
    text: str
    html: str


@dataclass
class FeedbackArchives:
    """The archives to write.

    Attributes:
        members: the content of each member, by the name of the archive and of the member.
        left_out: a sentence for each page that is in no archive.
    """

    members: dict[str, dict[str, bytes]] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    def archive(self, name: str) -> bytes:
        """Return the content of an archive."""
        return zipped(self.members[name])


def pack_feedback(
    pages: Sequence[Page],
    received: Mapping[str, Sequence[ReceivedFile]],
    participants: "Participants | None" = None,
    roster: Roster | None = None,
) -> FeedbackArchives:
    """Pack each page for the platform that its student handed in on.

    Args:
        pages: the pages of all students.
        received: what the platform named in the downloads, by student; nothing for one who handed in another way.
        participants: the numbers of Moodle's grading worksheet, for students whose folder has none.
        roster: the names and ids of the students.
    """
    packed = FeedbackArchives()
    places: dict[tuple[str, str], list[tuple[Page, bytes]]] = {}
    for page in pages:
        mine = [item for item in received.get(page.student, ()) if item.assignment in ("", page.assignment)]
        member, why = _member(page, mine, participants)
        if member is None and page.student in received and not received[page.student]:
            member = ("mail", f"{page.student}.html", page.html.encode())
        if member is None and not mine and roster:
            why = _namesakes(page.student, received, roster) or why
        if member is None:
            packed.left_out.append(f"{page.student}, {page.assignment}: {why}; the page is in no archive")
            continue
        platform, name, data = member
        places.setdefault((f"{page.assignment}-{platform}.zip", name), []).append((page, data))
    for (archive, name), candidates in places.items():
        _place(packed, archive, name, candidates)
    return packed


def _place(packed: FeedbackArchives, archive: str, name: str, candidates: Sequence[tuple[Page, bytes]]) -> None:
    """Put a page in its place; of a group with one place, the first member's, if all pages say the same."""
    (first, data), *others = candidates
    if any(page.text != first.text for page, _ in others):
        why = f"the members' pages differ, and {name} is the only place; the page is in no archive"
        packed.left_out += [f"{page.student}, {page.assignment}: {why}" for page, _ in candidates]
        return
    packed.members.setdefault(archive, {})[name] = data
    packed.left_out += [
        f"{page.student}, {page.assignment}: the same page is in {name}, for the whole group" for page, _ in others
    ]


Member = tuple[str, str, bytes]


def _member(
    page: Page, received: Sequence[ReceivedFile], participants: "Participants | None"
) -> tuple[Member | None, str]:
    """Return the platform, the name and the content of a page's member; or why there is none."""
    if participants is not None and (folder := participants.folder(page.student, received)):
        return ("moodle", f"{folder}/{PAGE}", page.html.encode()), ""
    if not received:
        return None, "not found in the downloads; of two with one name on Moodle, --worksheet tells whose is whose"
    clones = [item for item in received if item.clone]
    if clones and len(clones) == len(received):
        return ("clones", f"{clones[-1].name}/{PAGE}", page.html.encode()), ""
    received = [item for item in received if not item.clone]
    moodle = [item for item in received if item.owner.moodle]
    if moodle:
        return _moodle_member(page, moodle[-1])
    files = [item for item in received if not item.owner.typed]
    for wrap in (_as_zip, _as_notebook, _as_program, _as_text):
        for item in reversed(files):
            if (data := wrap(page, item.owner.rest)) is not None:
                return ("canvas", item.name, data), ""
    names = ", ".join(item.owner.rest for item in received)
    return None, f"Canvas gives a file back under the name of one that was handed in, and no page fits {names}"


def _namesakes(student: str, received: Mapping[str, Sequence[ReceivedFile]], roster: Roster) -> str:
    """Return the way out if the downloads have something of a name that the student shares; else nothing."""
    names = {name for name in roster.names.get(student, ()) if roster.is_shared(name)}
    owners = (item.owner for items in received.values() for item in items)
    return next((way_out_of_namesakes(owner, "--worksheet") for owner in owners if owner.name in names), "")


def _moodle_member(page: Page, item: ReceivedFile) -> tuple[Member | None, str]:
    """Return the page in the folder of its student; Moodle would take the number of a group for that of a student."""
    owner = item.owner
    if item.shared or not owner.id or GROUP.search(owner.name):
        return None, "Moodle needs the number of each member of a group; name its grading worksheet with --worksheet"
    folder = f"{owner.name}_{owner.id}_assignsubmission_file_"
    return ("moodle", f"{folder}/{PAGE}", page.html.encode()), ""


def _as_zip(page: Page, name: str) -> bytes | None:
    return zipped({PAGE: page.html.encode()}) if ARCHIVE.search(name) and name.lower().endswith(".zip") else None


def _as_notebook(page: Page, name: str) -> bytes | None:
    if not NOTEBOOK.search(name):
        return None
    cell = {"cell_type": "markdown", "id": "feedback", "metadata": {}, "source": page.text}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1).encode()


def _as_program(page: Page, name: str) -> bytes | None:
    """Return the text as comments, because the file will have the name of a program."""
    if not PYTHON.search(name):
        return None
    return "".join(f"# {line}".rstrip() + "\n" for line in page.text.splitlines()).encode()


def _as_text(page: Page, name: str) -> bytes | None:
    texts = {".html": page.html, ".htm": page.html, ".md": page.text, ".txt": page.text}
    text = texts.get(Path(name).suffix.lower())
    return None if text is None else text.encode()


def zipped(members: Mapping[str, bytes]) -> bytes:
    """Return a zip that depends on its members only."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(members):
            archive.writestr(zipfile.ZipInfo(name, DATE), members[name], zipfile.ZIP_DEFLATED)
    return stream.getvalue()


class Participants:
    """The number of each participant in a grading worksheet of Moodle.

    Args:
        rows: for each number, the names of its student.
        names: further names of students, from the roster.
    """

    def __init__(self, rows: Mapping[str, tuple[str, ...]], names: Mapping[str, tuple[str, ...]]) -> None:
        self._rows = rows
        self._names = names
        self._roster = Roster(dict(rows))

    def folder(self, student: str, received: Sequence[ReceivedFile]) -> str:
        """Return the name of the folder that Moodle understands; empty if the student is not in the worksheet."""
        known = [name for item in received if not item.shared for name in item.owner.aliases]
        number = self._roster.find([student, *self._names.get(student, ()), *known, student.replace("_", " ")])
        if number is None:
            return ""
        name = re.sub(r"[_/\\]", " ", self._rows[number][0])
        return f"{name}_{number}_assignsubmission_file_"


def read_worksheet(path: Path, names: Mapping[str, tuple[str, ...]]) -> Participants:
    """Read a grading worksheet of Moodle, which has the number of each student in the column `Identifier`.

    Raises:
        ExportError: the file cannot be read, or is no such worksheet.
    """
    rows = dict(_participants(read_csv_file(path, ExportError, advice="name Moodle's grading worksheet")))
    if not rows:
        raise ExportError(f"{path}: has no column Identifier with `Participant 17`; name Moodle's grading worksheet")
    return Participants(rows, names)


def _participants(table: CsvFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    columns = english_columns(table.header, MOODLE)
    naming = [columns[name] for name in ("Full name", "Email address", "ID number", "Username") if name in columns]
    for _, row in table.records():
        cell = row.get(columns.get("Identifier", ""), "").strip()
        number = PARTICIPANT.sub("", cell, count=1)
        if number.isdecimal() and number != cell:
            yield number, tuple(row[column] for column in naming if row[column]) or (cell,)
