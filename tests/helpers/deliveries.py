"""What sixteen students hand in for a part, in eight forms of delivery, each student's work different."""

from collections.abc import Callable

from autograder.course import Assignment, Exercise
from tests.helpers.archives import zipped

FIRST = ("Ada", "Ben", "Chen", "Dora", "Emil", "Fritz", "Greta", "Hugo")
LAST = ("Lovelace", "Neu")
STUDENTS = [f"{first} {last}" for first in FIRST for last in LAST]
Files = dict[str, bytes]


def login(name: str) -> str:
    return "".join(part[:3] for part in name.lower().split())


def wrong(name: str, part: Assignment) -> Exercise:
    """The exercise that a student fails (`helpers/term.py`)."""
    return part.exercises[STUDENTS.index(name) % len(part.exercises)]


def code(name: str, part: Assignment, *, right: bool = False) -> Files:
    mark = "" if right else f"# wrong: {wrong(name, part).name}\n"
    text = f"# {login(name)}, {part.id}\n{mark}x = 1\n"
    return {file: text.encode() for file in part.files}


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


def folders(names: list[str], part: Assignment, *, right: bool = False) -> Files:
    return {f"{name}/{part.id}/{file}": data for name in names for file, data in code(name, part, right=right).items()}


def own_archives(names: list[str], part: Assignment) -> Files:
    return {
        f"{login(name)}.zip": zipped({f"{part.id}/{file}": data for file, data in code(name, part).items()})
        for name in names
    }


def mail(names: list[str], part: Assignment) -> Files:
    return {f"mails/{name}/{file}": data for name in names for file, data in code(name, part).items()}


Form = Callable[[list[str], Assignment], Files]
FORMS: list[Form] = [
    *(canvas, moodle, gradescope, clones),
    *(nbgrader, folders, own_archives, mail),
]


def form_of(name: str, week: int) -> Form:
    """The form in which a student hands in: two students in each, and in another one each week."""
    return FORMS[(STUDENTS.index(name) // 2 - week) % len(FORMS)]


def mixed(week: int, part: Assignment) -> Files:
    """Everybody's work for a part, in all forms."""
    files: Files = {}
    for form in FORMS:
        files |= form([name for name in STUDENTS if form_of(name, week) is form], part)
    return files


def roster(*others: str) -> str:
    """The class list, with the ids of more students."""
    rows = [f"{login(name)},{name},{login(name)}@x.org,{4000 + place}" for place, name in enumerate(STUDENTS)]
    return "\n".join(["student,name,email,canvas", *rows, *(f"{student},,," for student in others), ""])
