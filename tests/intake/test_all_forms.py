"""Every week of a term, eight forms of delivery beside each other in one folder: nobody is lost, nobody there twice."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course import Assignment, Course
from autograder.intake.read import read_class
from autograder.intake.roster import read_roster
from tests.helpers import archives
from tests.helpers.archives import zipped

pytestmark = pytest.mark.process
FIRST = ("Ada", "Ben", "Chen", "Dora", "Emil", "Fritz", "Greta", "Hugo")
LAST = ("Lovelace", "Neu")
STUDENTS = [f"{first} {last}" for first in FIRST for last in LAST]
Files = dict[str, bytes]


def login(name: str) -> str:
    return "".join(part[:3] for part in name.lower().split())


def code(name: str, part: Assignment) -> Files:
    return {file: f"# {login(name)}, {part.id}\nx = 1\n".encode() for file in part.files}


def canvas(names: list[str], part: Assignment) -> Files:
    files = {}
    for name in names:
        first, last = name.lower().split()
        number = 4000 + STUDENTS.index(name)
        files |= {
            f"{last}{first}_{number}_9{number}{place}_{file}": data
            for place, (file, data) in enumerate(code(name, part).items())
        }
    return {f"{part.id}-canvas_submissions.zip": zipped(files)}


def moodle(names: list[str], part: Assignment) -> Files:
    numbers = {name: 100 * int(part.id[:2]) + STUDENTS.index(name) for name in names}
    return {
        f"CS101-{part.title}-1234.zip": zipped(
            {
                f"{name}_{numbers[name]}_assignsubmission_file/{file}": data
                for name in names
                for file, data in code(name, part).items()
            }
        )
    }


def gradescope(names: list[str], part: Assignment) -> Files:
    lines, files = ["---"], {}
    for name in names:
        folder = f"submission_{70000 + STUDENTS.index(name)}"
        lines += [
            f"{folder}:",
            "  :submitters:",
            f"  - :name: {name}",
            "    :sid: ''",
            f"    :email: {login(name)}@x.org",
        ]
        lines += ["  :created_at: 2026-03-01 11:00:00 Z", "  :history: []"]
        files |= {f"assignment_99999_export/{folder}/{file}": data for file, data in code(name, part).items()}
    files["assignment_99999_export/submission_metadata.yml"] = "\n".join([*lines, ""]).encode()
    return {f"{part.id} gradescope.zip": zipped(files)}


def clones(names: list[str], part: Assignment) -> Files:
    slug = part.id.replace("_", "-")
    return {
        f"{slug}-submissions/{slug}-{login(name)}/{file}": data
        for name in names
        for file, data in (code(name, part) | {".git/HEAD": b"ref: refs/heads/main\n"}).items()
    }


def nbgrader(names: list[str], part: Assignment) -> Files:
    return {
        f"submitted/{login(name)}/{part.id}/{file}": data for name in names for file, data in code(name, part).items()
    }


def folders(names: list[str], part: Assignment) -> Files:
    return {f"{name}/{part.id}/{file}": data for name in names for file, data in code(name, part).items()}


def own_archives(names: list[str], part: Assignment) -> Files:
    return {
        f"{login(name)}.zip": zipped({f"{part.id}/{file}": data for file, data in code(name, part).items()})
        for name in names
    }


def mail(names: list[str], part: Assignment) -> Files:
    return {f"mails/{name}/{file}": data for name in names for file, data in code(name, part).items()}


FORMS: list[Callable[[list[str], Assignment], Files]] = [
    *(canvas, moodle, gradescope, clones),
    *(nbgrader, folders, own_archives, mail),
]


def test_eight_forms_in_one_folder_lose_nobody_and_count_nobody_twice(tmp_path: Path, course: Course) -> None:
    rows = [f"{login(name)},{name},{login(name)}@x.org,{4000 + place}" for place, name in enumerate(STUDENTS)]
    (tmp_path / "class.csv").write_text("\n".join(["student,name,email,canvas", *rows, ""]))
    roster = read_roster(tmp_path / "class.csv")
    for week, part in enumerate(course):
        files: Files = {}
        for place, form in enumerate(FORMS):
            shift = (place + week) % len(FORMS)
            files |= form(STUDENTS[2 * shift : 2 * shift + 2], part)
        intake = read_class(archives.folder(tmp_path / f"week{week}", files), course, (part,), roster)
        assert {item.student: dict(item.sources) for item in intake.submissions} == {
            login(name): code(name, part) for name in STUDENTS
        }
        assert not intake.ignored
