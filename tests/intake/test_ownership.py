"""Whose a file is follows from the outermost level: no entry of one student can create or change another."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.intake.platform_names import name_key
from autograder.intake.read import read_class
from autograder.intake.roster import Roster, read_roster
from autograder.intake.submission import Intake
from tests.helpers import archives
from tests.helpers.archives import zipped

pytestmark = pytest.mark.process

NAMES = ("anna", "bob", "carl", "dora", "emil", "finn", "gret", "hugo")
ATTACKS = {  # what one student may put into a folder or an archive to be taken for another
    "canvas": "{victim}_99999_88888_causal.py",
    "late on canvas": "{victim}_LATE_4711_88888_causal.py",
    "moodle": "{victim}_17_assignsubmission_file/causal.py",
    "folder": "{victim}/02_causal/causal.py",
    "part first": "02_causal/{victim}/causal.py",
    "clone": "02-causal-{victim}/causal.py",
    "zip": "{victim}.zip",
    "download": "submissions/{victim}/02_causal/causal.py",
    "canvas in a download": "submissions/{victim}_99999_88888_causal.py",
    "climbing": "../{victim}/02_causal/causal.py",
}


def code(student: str) -> bytes:
    return f"def causal_mask(T, device=None):\n    return {student!r}\n".encode()


def sources(intake: Intake) -> dict[str, bytes]:
    """What counts of each student; nothing of those who handed in nothing."""
    return {item.student: item.sources["causal.py"] for item in intake.submissions if "causal.py" in item.sources}


def roster_of(folder: Path, rows: Mapping[str, str], columns: str = "student,name") -> Roster:
    path = folder / "roster.csv"
    path.write_text("\n".join([columns, *(f"{student},{rest}" for student, rest in rows.items())]))
    return read_roster(path)


def read(folder: Path, course: Course, roster: Roster | None = None) -> Intake:
    return read_class(folder, course, (course.assignment("02"),), roster)


@pytest.mark.parametrize("listed", [(), ("bob", "carl"), ("anna", "bob", "carl")], ids=["no roster", "others", "all"])
@pytest.mark.parametrize("form", [name for name in ATTACKS if name != "climbing"])
@pytest.mark.parametrize("packed", [True, False], ids=["zip", "folder"])
def test_what_is_in_a_students_zip_or_folder_is_nobody_elses(
    packed: bool, form: str, listed: tuple[str, ...], tmp_path: Path, course: Course
) -> None:
    planted = {}
    for victim in ("bob", "carl"):
        name = ATTACKS[form].format(victim=victim)
        inner = zipped({"causal.py": code("planted")}) if name.endswith(".zip") else code("planted")
        planted[name] = inner
        if form == "clone":
            planted[f"02-causal-{victim}/.git/HEAD"] = b"ref: refs/heads/main\n"
    honest = {f"{name}.zip": zipped({"02_causal/causal.py": code(name)}) for name in ("bob", "carl")}
    mine = {"anna.zip": zipped(planted)} if packed else {f"anna/{name}": data for name, data in planted.items()}
    archives.folder(tmp_path / "class", honest | mine)
    roster = roster_of(tmp_path, {name: name.title() for name in listed}) if listed else None
    found = sources(read(tmp_path / "class", course, roster))
    assert {name: found.get(name) for name in ("bob", "carl")} == {name: code(name) for name in ("bob", "carl")}
    assert found.keys() <= {"anna", "bob", "carl"}


def planted_export(*students: str) -> dict[str, bytes]:
    """An export of Gradescope in which these students handed in long ago."""
    records = [
        f"submission_{10001 + place}:\n  :submitters:\n  - :name: {name}\n  :created_at: 2020-01-01 11:00:00 Z\n"
        for place, name in enumerate(students)
    ]
    files = {f"submission_{10001 + place}/causal.py": code(f"planted {name}") for place, name in enumerate(students)}
    return {"submission_metadata.yml": "".join(records).encode(), **files}


@pytest.mark.parametrize("name", ["Export.zip", "anna.zip", "anna/Export.zip", "anna/"])
@pytest.mark.parametrize("listed", [True, False], ids=["roster", "no roster"])
def test_an_export_with_a_name_of_its_own_beside_students_is_named_and_no_student(
    name: str, listed: bool, tmp_path: Path, course: Course
) -> None:
    inside = planted_export("bob", "carl", "anna")
    mine = {f"{name}{file}": data for file, data in inside.items()} if name.endswith("/") else {name: zipped(inside)}
    honest = {f"{student}/02_causal/causal.py": code(student) for student in ("bob", "carl")}
    archives.folder(tmp_path / "class", honest | mine)
    roster = roster_of(tmp_path, LISTED, "student,name,canvas,github") if listed else None
    intake = read(tmp_path / "class", course, roster)
    found = sources(intake)
    assert {student: found.get(student) for student in ("bob", "carl")} == {
        student: code(student) for student in ("bob", "carl")
    }
    assert {item.time for item in intake.submissions if item.sources} == {""}, "nobody chooses when it was handed in"
    if name == "Export.zip" or (not listed and name in ("anna.zip", "anna/")):
        assert found.keys() == {"bob", "carl"}
        assert [
            line
            for line in intake.ignored
            if line.startswith(f"{name.strip('/')}: contains submission_metadata.yml, as")
        ]
    else:
        assert found.keys() <= {"anna", "bob", "carl"}


def test_an_export_with_a_name_of_its_own_beside_other_downloads_is_read(tmp_path: Path, course: Course) -> None:
    others = {f"{name} Y_{len(name)}_assignsubmission_file/causal.py": code(name) for name in ("Zoe", "Yann")}
    files = {
        "Export.zip": zipped(planted_export("Bob Ba", "Carl Co")),
        "CS101-Causal attention-1234.zip": zipped(others),
    }
    found = sources(read(archives.folder(tmp_path / "class", files), course))
    assert found.keys() == {"Bob_Ba", "Carl_Co", "Zoe_Y", "Yann_Y"}


@pytest.mark.parametrize("name", ["hw2.zip", "submissions.zip", "assignment_1234567_export.zip"])
@pytest.mark.parametrize("form", ["canvas", "folders", "export"])
@pytest.mark.parametrize("around", ["", "mails/"])
def test_who_is_beside_a_download_and_in_it_needs_a_person(
    around: str, form: str, name: str, tmp_path: Path, course: Course
) -> None:
    inside = {
        "canvas": {f"{student}_9999{number}_8_causal-9.py": P for number, student in enumerate(("bob", "carl"))},
        "folders": {f"{student}/02_causal/causal.py": P for student in ("bob", "carl")},
        "export": planted_export("bob", "carl"),
    }[form]
    honest = {f"{around}{student}/02_causal/causal.py": code(student) for student in ("anna", "bob", "carl")}
    archives.folder(tmp_path / "class", honest | {f"{around}{name}": zipped(inside)})
    roster = roster_of(tmp_path, {student: student.title() for student in ("anna", "bob", "carl")})
    intake = read(tmp_path / "class", course, roster)
    assert sources(intake) == {"anna": code("anna")}
    contested = {item.student: item.contested for item in intake.submissions if item.contested}
    assert contested.keys() == {"bob", "carl"}
    assert contested["bob"].startswith(f"{around}{name}/bob")


def test_two_folders_that_may_be_one_students_need_a_person(tmp_path: Path, course: Course) -> None:
    files = {"Anna Lee/02_causal/causal.py": code("right"), "Anna_Lee/02_causal/causal.py": code("wrong")}
    archives.folder(tmp_path / "class", files | {"ben/02_causal/causal.py": code("ben")})
    intake = read(tmp_path / "class", course)
    assert sources(intake) == {"ben": code("ben")}
    (anna,) = [item for item in intake.submissions if item.student == "Anna_Lee"]
    assert anna.contested.startswith("Anna Lee and Anna_Lee may be of one student or of several; move all but one")


INVISIBLE = ("ali\u200creza", "ali\u200dreza")  # real names are written with the first of these letters
DELIVERIES: dict[str, Callable[[str], dict[str, bytes]]] = {
    "folders": lambda name: {f"{name}/02_causal/causal.py": code(name)},
    "zips": lambda name: {f"{name}.zip": zipped({"causal.py": code(name)})},
    "in a zip": lambda name: {f"{name}.zip": zipped({"causal.py": code(name)})},
    "moodle": lambda name: {f"{name}_assignsubmission_file/causal.py": code(name)},
}


@pytest.mark.parametrize("form", DELIVERIES)
def test_names_that_differ_in_an_invisible_letter_are_two(form: str, tmp_path: Path, course: Course) -> None:
    files = {path: data for name in (*INVISIBLE, "ben") for path, data in DELIVERIES[form](name).items()}
    packed = {"class.zip": zipped(files)} if form == "in a zip" else files
    path = archives.folder(tmp_path / "class", packed) / ("class.zip" if form == "in a zip" else "")
    intake = read(path, course)
    assert sources(intake) == {"ben": code("ben")}
    (contested,) = [item for item in intake.submissions if item.contested]
    assert (contested.student, contested.student.isprintable()) == ("ali_reza", True)
    assert contested.contested.startswith(r"ali\u200creza and ali\u200dreza may be of one student or of several;")
    if form != "moodle":  # whose names without numbers no line of the roster tells apart
        both = roster_of(tmp_path, {"a1": INVISIBLE[0], "a2": INVISIBLE[1], "ben": "Ben"})
        wanted = {"a1": INVISIBLE[0], "a2": INVISIBLE[1], "ben": "ben"}
        assert sources(read(path, course, both)) == {student: code(name) for student, name in wanted.items()}


def test_whatever_is_written_in_a_name_results_and_messages_can_be_shown(tmp_path: Path, course: Course) -> None:
    strange = "a\u202e\udc80\n\x1b[2J"
    names = (f"{strange}/02_causal/{strange}.txt", f"{strange}/{strange}/x.py", f"{strange}.rar", f"x/{strange}.zip")
    path = archives.folder(tmp_path / "class", {**dict.fromkeys(names, b"x"), **OWN})
    intake = read(path, course)
    texts = [*intake.ignored, *intake.remarks]
    for item in intake.submissions:
        texts += [item.student, item.contested, *item.notes, *item.received, *item.unreadable, *item.missing.values()]
    assert [text for text in texts if not text.isprintable()] == []


def test_a_roster_tells_students_apart_whose_names_are_alike(tmp_path: Path, course: Course) -> None:
    files = {"Anna Lee/02_causal/causal.py": code("a1"), "Anna_Lee/02_causal/causal.py": code("a2")}
    archives.folder(tmp_path / "class", files)
    both = roster_of(tmp_path, {"a1": "Anna Lee", "a2": "Anna_Lee"})
    assert sources(read(tmp_path / "class", course, both)) == {"a1": code("a1"), "a2": code("a2")}
    one = roster_of(tmp_path, {"a1": "Anna Lee"})
    (anna,) = read(tmp_path / "class", course, one).submissions
    assert anna.contested


@pytest.mark.parametrize("form", ["moodle", "gradescope"])
def test_a_name_in_the_roster_goes_before_its_key(form: str, tmp_path: Path, course: Course) -> None:
    top, _ = FORMS[form]
    files = {f"{top}/{name}": data for name, data in delivered(form, 0, "Anna Lee").items()}
    files |= {f"{top}/submission_metadata.yml": metadata(["Anna Lee"])} if form == "gradescope" else {}
    files["Anna_Lee/02_causal/causal.py"] = code("a2")
    roster = roster_of(tmp_path, {"a1": "Anna Lee", "a2": "Anna_Lee"})
    intake = read(archives.folder(tmp_path / "class", files), course, roster)
    assert sources(intake) == {"a1": code("Anna Lee"), "a2": code("a2")}


def test_a_number_of_canvas_goes_before_a_name(tmp_path: Path, course: Course) -> None:
    roster = roster_of(tmp_path, {"twoacc": "Vera Twin,1037"}, "student,name,canvas")
    other = {"twinvera_2077_60001_causal.py": code("other")}
    intake = read(archives.folder(tmp_path / "one", other), course, roster)
    assert sources(intake) == {"twinvera_2077": code("other")}
    line = "twinvera_2077: the name is that of twoacc, whose number on Canvas is 1037; not taken for it"
    assert line in intake.ignored
    both = archives.folder(tmp_path / "both", other | {"twinvera_1037_60009_causal.py": code("hers")})
    assert sources(read(both, course, roster))["twoacc"] == code("hers")
    renamed = archives.folder(tmp_path / "renamed", {"marriedvera_1037_60009_causal.py": code("hers")})
    assert sources(read(renamed, course, roster)) == {"twoacc": code("hers")}


CLONES = {f"02-causal-{name}": {"causal.py": code(name), ".git/HEAD": b"ref: refs/heads/main\n"} for name in NAMES}
CONTAINERS = {  # beside a zip of Moodle with other people
    "github": {f"github/{top}/{file}": data for top, files in CLONES.items() for file, data in files.items()},
    "as gh names it": {
        f"causal-attention-submissions/causal-attention-{name}/{file}": data
        for name in NAMES
        for file, data in CLONES[f"02-causal-{name}"].items()
    },
    "nbgrader": {f"nbg/submitted/{name}/02_causal/causal.py": code(name) for name in NAMES},
    "mails": {f"mails/{name}.zip": zipped({"causal.py": code(name)}) for name in NAMES},
    "gradescope": {
        f"assignment_77_export/submission_{250004711 + place}/causal.py": code(name) for place, name in enumerate(NAMES)
    },
    "one clone": {f"02-causal-anna/{file}": data for file, data in CLONES["02-causal-anna"].items()},
}


@pytest.mark.parametrize("form", CONTAINERS)
@pytest.mark.parametrize("listed", [True, False], ids=["roster", "no roster"])
def test_folders_of_many_students_beside_a_download_are_downloads(
    form: str, listed: bool, tmp_path: Path, course: Course
) -> None:
    others = {f"{name} Y_{len(name)}_assignsubmission_file/causal.py": code(name) for name in ("Zoe", "Yann")}
    archives.folder(tmp_path / "class", CONTAINERS[form] | {"CS101-Causal attention-1234.zip": zipped(others)})
    rows = {name: f"{name.title()} Z,{name}" for name in NAMES} | {"zoe": "Zoe Y,", "yan": "Yann Y,"}
    roster = roster_of(tmp_path, rows, "student,name,github") if listed else None
    found = sources(read(tmp_path / "class", course, roster))
    here = ["anna"] if form == "one clone" else NAMES
    assert sorted(found.values()) == sorted(map(code, [*here, "Zoe", "Yann"]))
    if listed and form != "gradescope":  # whose names are in its own list of submissions
        assert found.keys() == {*here, "zoe", "yan"}


def test_a_download_without_such_a_name_beside_students_is_named(tmp_path: Path, course: Course) -> None:
    files = {"anna.zip": zipped({"bob_1_2_causal.py": code("a"), "carl_3_4_causal.py": code("a")})}
    archives.folder(tmp_path / "class", files | {"bob/02_causal/causal.py": code("bob")})
    ignored = read(tmp_path / "class", course).ignored
    assert any(line.startswith("anna.zip: has names of students in it, and is beside the work of") for line in ignored)


FORMS = {  # the name of a download of each form, and whether it may come as a zip
    "moodle": ("CS1-Causal attention-9", True),
    "canvas": ("canvas", True),
    "clones": ("github", False),
    "gh": ("causal-attention-submissions", False),
    "folders": ("submissions", True),
    "parts": ("02_causal", False),
    "gradescope": ("assignment_1234567_export", True),
    "nbgrader": ("nbg", True),
    "mails": ("mails", False),
}
LOGINS = ("canvas", "clones", "gh")  # have names in small letters, without blanks
TWINS = (("Anna Lee", "Anna_Lee"), ("Jo Ek", "Jo  Ek"))  # the names of two students make one key
CASES = ("Anna", "ANNA", "Bob")  # of which other students have the same letters


def delivered(form: str, place: int, name: str) -> dict[str, bytes]:
    """What a download has of a student."""
    if form in ("clones", "gh"):
        top = f"{'02-causal' if form == 'clones' else 'causal-attention'}-{name}"
        return {f"{top}/causal.py": code(name), f"{top}/.git/HEAD": b"ref: refs/heads/main\n"}
    if form == "mails":
        return {f"{name}.zip": zipped({"causal.py": code(name)})}
    path = {
        "moodle": f"{name}_{70 + place}_assignsubmission_file/causal.py",
        "canvas": f"{name}_{4711 + place}_{9000 + place}_causal.py",
        "folders": f"{name}/02_causal/causal.py",
        "parts": f"{name}/causal.py",
        "gradescope": f"submission_{250004711 + place}/causal.py",
        "nbgrader": f"submitted/{name}/02_causal/causal.py",
    }[form]
    return {path: code(name)}


def metadata(students: Sequence[str]) -> bytes:
    """What Gradescope says about the folders of its export."""
    lines = ["---"]
    for place, name in enumerate(students):
        lines += [f"submission_{250004711 + place}:", "  :submitters:", f"  - :name: {name}"]
        lines += [f"    :sid: '{60 + place}'", "    :email: ''"]
    return "\n".join(lines).encode()


class Mixture:
    """A class whose students hand in by several ways at once.

    Args:
        seed: decides who hands in how.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.students = self._random.sample(NAMES, self._random.randint(3, len(NAMES)))
        self.students += self._random.sample(CASES, self._random.randint(0, 2))
        self.twins = self._random.choice((*TWINS, (), ()))
        self.students += self.twins
        self._random.shuffle(self.students)
        self.files: dict[str, bytes] = {}
        self.direct: list[str] = []  # whose own folder or archive is at the top
        self.packed = self._random.random() < 0.5
        left = list(self.students)
        forms = self._random.sample(("direct", *FORMS), 3)
        for form in forms[:-1]:
            count = self._random.randint(1, max(1, len(left) - 2))
            self._add(form, [left.pop() for _ in range(min(count, len(left)))])
        self._add(forms[-1], left)

    def _add(self, form: str, students: list[str]) -> None:
        if form in LOGINS and (others := [name for name in students if name not in NAMES]):
            self._add("direct", others)
            students = [name for name in students if name in NAMES]
        if len(students) < 2 or form == "direct":  # one student is nobody's download
            self.direct += students
            for name in students:
                own = {f"{name}.zip": zipped({"02_causal/causal.py": code(name)})}
                self.files |= own if self.packed else {f"{name}/02_causal/causal.py": code(name)}
            return
        inside: dict[str, bytes] = {"submission_metadata.yml": metadata(students)} if form == "gradescope" else {}
        for place, name in enumerate(students):
            inside |= delivered(form, place, name)
        top, may_be_zip = FORMS[form]
        if may_be_zip and self._random.random() < 0.5:
            self.files[f"{top}.zip"] = zipped(inside)
        else:
            self.files |= {f"{top}/{name}": data for name, data in inside.items()}

    def attacked(self, form: str) -> tuple[str, dict[str, bytes]]:
        """Return who attacks, and everything with what they add to their own folder or archive."""
        attacker = self._random.choice(self.direct)
        victim = self._random.choice([name for name in (*self.students, "nobody") if name != attacker])
        name = ATTACKS[form].format(victim=victim)
        data = zipped({"causal.py": code("planted")}) if name.endswith(".zip") else code("planted")
        if self.packed:
            return attacker, self.files | {
                f"{attacker}.zip": zipped({name: data, "02_causal/causal.py": code(attacker)})
            }
        return attacker, self.files | {f"{attacker}/{name.removeprefix('../')}": data}


def is_own(name: str, student: str) -> bool:
    """Whether a student is graded under this name; platforms put a number behind it."""
    return any(name == key or re.fullmatch(rf"{key}_\d+", name) for key in (student, name_key(student)))


@pytest.mark.parametrize(
    "seeds", [range(30), pytest.param(range(30, 530), marks=pytest.mark.full)], ids=["some", "many"]
)
@pytest.mark.parametrize("listed", [True, False], ids=["roster", "no roster"])
def test_in_every_mixture_as_many_come_out_as_went_in(
    seeds: range, listed: bool, tmp_path: Path, course: Course
) -> None:
    for seed in seeds:
        mixture = Mixture(seed)
        folder = archives.folder(tmp_path / str(seed), mixture.files)
        roster = roster_of(tmp_path, {name: name for name in mixture.students}) if listed else None
        intake = read(folder / ".", course, roster)
        before = sources(intake)
        contested = [item for item in intake.submissions if item.contested]
        owners = [name for name in mixture.students if not (contested and name in mixture.twins)]
        assert sorted(before.values()) == sorted(map(code, owners)), seed
        assert not contested or (len(contested) == 1 and not listed and mixture.twins), seed
        assert all(any(is_own(name, student) for student in mixture.students) for name in before), seed
        if not mixture.direct:
            continue
        for number, form in enumerate(ATTACKS):
            attacker, files = mixture.attacked(form)
            folder = archives.folder(tmp_path / f"{seed}-{number}", files)
            after = sources(read(folder, course, roster))
            same = {name: data for name, data in after.items() if name != attacker}
            assert same == {name: data for name, data in before.items() if name != attacker}, (seed, form, attacker)


HEAD = {".git/HEAD": b"ref: refs/heads/main\n"}
P = b"def causal_mask(T, device=None):\n    return 'planted'\n"
OWN = {f"{name}.zip": zipped({"02_causal/causal.py": code(name)}) for name in ("anna", "bob", "carl")}
REPOSITORIES = {
    f"02-causal-{name}/{file}": data
    for name in ("anna", "bob", "carl")
    for file, data in (HEAD | ({} if name == "anna" else {"causal.py": code(name)})).items()
}
LISTED = {"anna": "Anna Smith,4711,anna", "bob": "Bob Baker,1037,bob", "carl": "Carl Cox,2055,carl"}
TRICKS = {  # files, and whether there is a roster
    "a download in a clone": (
        REPOSITORIES | {"02-causal-anna/bob_17_assignsubmission_file/attempt 9/causal.py": P},
        True,
    ),
    "canvas names in a clone": (REPOSITORIES | {"02-causal-anna/bob_LATE_4711_88888_causal.py": P}, True),
    "folders in a clone": (
        REPOSITORIES | {f"02-causal-anna/submissions/{name}/causal.py": P for name in ("bob", "carl")},
        True,
    ),
    "a name of Moodle behind one of Canvas": (
        {
            "smithanna_4711_90002_x-bob_17_assignsubmission_file_causal.py": P,
            "bakerbob_1037_90003_causal.py": code("bob"),
            "coxcarl_2055_90004_causal.py": code("carl"),
        },
        True,
    ),
    "a typed text behind a name of Canvas": (
        {
            "smithanna_4711_90002_x_1037_text.html": P,
            "bakerbob_1037_90003_causal.py": code("bob"),
            "coxcarl_2055_90004_causal.py": code("carl"),
        },
        True,
    ),
    "a folder whose name contains a part's": (
        {"alex2.zip": zipped({"bob_17_assignsubmission_file/attempt 9/causal.py": P})} | OWN,
        False,
    ),
    "a zip named after a part with one other in it": (
        {"hw2_anna.zip": zipped({"bob_17_assignsubmission_file/attempt 9/causal.py": P})} | OWN,
        True,
    ),
    "the course's own layout": (
        {f"{name}/assignments/02_causal/causal.py": code(name) for name in ("anna", "bob", "carl")}
        | {"anna/bob_17_assignsubmission_file/causal.py": P},
        False,
    ),
    "a copy without its repository beside clones": (
        {
            name: data
            for name, data in REPOSITORIES.items()
            if not name.startswith(("02-causal-carl/.", "02-causal-anna"))
        }
        | {f"02-causal-dora/{file}": data for file, data in (HEAD | {"causal.py": code("dora")}).items()},
        False,
    ),
    "a loose file beside zips": ({"causal.py": P} | OWN, True),
}


@pytest.mark.parametrize(("files", "listed"), TRICKS.values(), ids=TRICKS)
def test_no_name_inside_takes_the_place_of_another(
    files: Mapping[str, bytes], listed: bool, tmp_path: Path, course: Course
) -> None:
    roster = roster_of(tmp_path, LISTED, "student,name,canvas,github") if listed else None
    found = sources(read(archives.folder(tmp_path / "class", files), course, roster))
    assert {name: found.get(name) for name in ("bob", "carl")} == {name: code(name) for name in ("bob", "carl")}


def test_a_lone_folder_of_a_listed_student_is_no_folder_around_others(tmp_path: Path, course: Course) -> None:
    files = {f"anna/{victim}/02_causal/causal.py": P for victim in ("bob", "carl")}
    roster = roster_of(tmp_path, LISTED, "student,name,canvas,github")
    assert sources(read(archives.folder(tmp_path / "class", files), course, roster)).keys() <= {"anna"}


@pytest.mark.parametrize("listed", [True, False], ids=["roster", "no roster"])
def test_a_part_with_students_beside_a_students_folder_is_read(tmp_path: Path, course: Course, *, listed: bool) -> None:
    files = {"anna/02_causal/causal.py": code("anna")}
    files |= {f"02_causal/{name}/causal.py": code(name) for name in ("bob", "carl")}
    roster = roster_of(tmp_path, {name: name for name in ("anna", "bob", "carl")}) if listed else None
    found = sources(read(archives.folder(tmp_path / "class", files), course, roster))
    assert found == {name: code(name) for name in ("anna", "bob", "carl")}


def test_two_names_of_one_student_in_a_download_need_a_person(tmp_path: Path, course: Course) -> None:
    inside = {f"{name}/causal.py": code(name) for name in ("Anna Smith", "anna", "bob")}
    roster = roster_of(tmp_path, LISTED, "student,name,canvas,github")
    intake = read(archives.folder(tmp_path / "class", {"02_causal.zip": zipped(inside)}), course, roster)
    assert sources(intake) == {"bob": code("bob")}
    assert any(item.contested for item in intake.submissions if item.student == "anna")


ONE_MAIL = {  # beside an archive of Moodle with other people
    "a folder called mails": ("mails/Anna Smith/hw2.zip", True),
    "an archive called mails": ("mails.zip", True),
    "any name": ("Week 9/Anna Smith/hw2.zip", False),
}


@pytest.mark.parametrize("form", ONE_MAIL)
@pytest.mark.parametrize("listed", [True, False], ids=["roster", "no roster"])
def test_the_only_mail_of_a_week_is_its_senders(form: str, listed: bool, tmp_path: Path, course: Course) -> None:
    name, says_so = ONE_MAIL[form]
    data = zipped({"causal.py": code("anna")})
    mail = {name: zipped({"Anna Smith/hw2.zip": data}) if name == "mails.zip" else data}
    others = {f"{who} Y_{len(who)}_assignsubmission_file/causal.py": code(who) for who in ("Zoe", "Yann")}
    archives.folder(tmp_path / "class", mail | {"CS101-Causal attention-1234.zip": zipped(others)})
    rows = LISTED | {"zoe": "Zoe Y,,", "yan": "Yann Y,,"}
    roster = roster_of(tmp_path, rows, "student,name,canvas,github") if listed else None
    found = sources(read(tmp_path / "class", course, roster))
    if listed:
        assert found == {"anna": code("anna"), "zoe": code("Zoe"), "yan": code("Yann")}
    elif says_so:
        assert found.get("Anna_Smith") == code("anna")
        assert "mails" not in found


def test_a_single_name_in_a_folder_of_nobody_takes_no_place_beside_it(tmp_path: Path, course: Course) -> None:
    files = OWN | {"friend/bob/causal.py": P}
    roster = roster_of(tmp_path, LISTED, "student,name,canvas,github")
    found = sources(read(archives.folder(tmp_path / "class", files), course, roster))
    assert {name: found[name] for name in ("anna", "bob", "carl")} == {
        name: code(name) for name in ("anna", "bob", "carl")
    }
