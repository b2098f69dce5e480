"""Whatever arrives is graded, or a line says that it arrived and why nothing of it counts."""

import base64
import json
import random
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.intake import readable
from autograder.intake.entries import MB
from autograder.intake.layout import StudentBundle
from autograder.intake.problems import intake_problems
from autograder.intake.read import read_bundles, read_class
from autograder.intake.submission import Intake, Submission
from autograder.reports.terminal import submission_status
from tests.helpers import archives
from tests.helpers.archives import CODE, FORMULAS, notebook, zipped
from tests.helpers.grading import stub

pytestmark = pytest.mark.process
RAR = b"Rar!\x1a\x07\0"
CHECKPOINT = ".ipynb_checkpoints/02_causal-checkpoint.ipynb"


def read(folder: Path, course: Course) -> Intake:
    return read_class(folder, course, (course.assignment("02"),))


def of(student: str, intake: Intake) -> Submission:
    (found,) = (item for item in intake.submissions if item.student == student)
    return found


EMPTY: dict[str, tuple[dict[str, bytes], str]] = {
    "an archive": ({"eve.zip": zipped({})}, "an archive without files (eve.zip)"),
    "an archive in a folder": ({"eve/02_causal/w.zip": zipped({})}, "an archive without files (w.zip)"),
    "a folder": ({"eve/": b""}, "a folder without files"),
    "a folder of the part": ({"eve/02_causal/": b""}, "a folder without files"),
    "a clone": ({"eve/.git/HEAD": b"ref: refs/heads/main\n"}, "a clone without files"),
    "a checkpoint": ({f"eve/02_causal/{CHECKPOINT}": notebook(CODE.decode())}, ".ipynb_checkpoints (automatic copies"),
    "a checkpoint in a zip": ({"eve.zip": zipped({CHECKPOINT: b"{}"})}, ".ipynb_checkpoints (automatic copies"),
    "what macOS adds": ({"eve.zip": zipped({"__MACOSX/._causal.py": b"x"})}, "__MACOSX"),
}


@pytest.mark.parametrize(("files", "what"), EMPTY.values(), ids=EMPTY)
def test_what_contains_nothing_is_refused_and_named(
    files: dict[str, bytes], what: str, tmp_path: Path, course: Course
) -> None:
    archives.folder(tmp_path, {"ben/02_causal/causal.py": CODE})
    for name, data in files.items():
        if name.endswith("/"):
            (tmp_path / name).mkdir(parents=True)
        else:
            archives.folder(tmp_path, {name: data})
    intake = read(tmp_path, course)
    eve = of("eve", intake)
    assert not eve.sources
    assert submission_status(eve) == "refused"
    (line,) = intake.ignored
    assert line.startswith(f"eve: {what}")
    (problem,) = intake_problems(intake, course)
    assert str(problem).startswith(f"refused: eve, 02_causal: received {what}")


def test_a_student_whom_a_platform_names_and_who_handed_in_nothing_is_absent(course: Course) -> None:
    intake = read_bundles({"eve": StudentBundle("eve")}, course, (course.assignment("02"),))
    assert of("eve", intake).is_absent
    assert not intake.ignored


def test_students_who_are_only_junk_in_a_class_archive_are_students(tmp_path: Path, course: Course) -> None:
    files = {"ben/02_causal/causal.py": CODE, f"eve/02_causal/{CHECKPOINT}": b"{}"}
    path = archives.folder(tmp_path, {"all.zip": zipped(files)}) / "all.zip"
    assert submission_status(of("eve", read(path, course))) == "refused"


def test_a_huge_notebook_is_read_without_its_outputs(
    tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readable, "MAX_NOTEBOOK", MB)
    picture = base64.b64encode(random.Random(1).randbytes(2 * MB)).decode()
    content = json.loads(notebook(CODE.decode()))
    content["cells"][-1]["outputs"] = [{"output_type": "display_data", "metadata": {}, "data": {"image/png": picture}}]
    data = json.dumps(content).encode()
    archives.folder(tmp_path, {"ada/02_causal/02_causal.ipynb": data, "ben.zip": zipped({"02_causal.ipynb": data})})
    intake = read(tmp_path, course)
    for student in ("ada", "ben"):
        assert CODE.strip() in of(student, intake).sources["causal.py"]
        assert "02_causal.ipynb: has 3 MB, so its outputs were left out" in of(student, intake).notes


def test_a_huge_notebook_whose_code_is_huge_is_refused(tmp_path: Path, course: Course) -> None:
    archives.folder(tmp_path, {"ada/02_causal/02_causal.ipynb": notebook("# " + "x" * (17 << 20))})
    assert of("ada", read(tmp_path, course)).unreadable == ("02_causal.ipynb: has 17 MB, more than the 16 MB allowed",)


def test_a_text_that_is_a_program_is_graded_where_no_program_has_its_exercises(tmp_path: Path, course: Course) -> None:
    files = {
        "ada/02_causal/causal.txt": CODE,
        "ben/02_causal/mine.txt": CODE,
        "cy/02_causal/causal.py": CODE,
        "cy/02_causal/derivations.txt": FORMULAS,
        "dan/02_causal/causal.py": CODE,
        "dan/02_causal/old.txt": CODE.replace(b"return T", b"return 0"),
        "eve/02_causal/notes.txt": b"I would write\n" + CODE + b"but it fails.\n",
    }
    intake = read(archives.folder(tmp_path, files), course)
    assert of("ada", intake).sources == {"causal.py": CODE}
    assert CODE in of("ben", intake).sources["causal.py"]
    assert "causal.txt is a program, and was read as causal.py.txt" in of("ada", intake).notes
    assert of("cy", intake).sources == {"causal.py": CODE, "derivations.py": FORMULAS}
    assert of("dan", intake).sources == {"causal.py": CODE}
    assert b"def " in of("eve", intake).sources["causal.py"], "without the prose around it"
    assert "notes.txt is a program, and was read as notes.py.txt" in of("eve", intake).notes
    assert list(intake.ignored) == ["dan: 02_causal/old.txt was received and not used"]


UNREADABLE = {
    "a file": {"derivations.py": b"\x9d\xf1\0" * 9},
    "an archive": {"derivations.rar": RAR},
    "an archive of another name": {"../rest.rar": RAR},
    "a notebook": {"mine.ipynb": b"{broken"},
}


@pytest.mark.parametrize("files", UNREADABLE.values(), ids=UNREADABLE)
def test_a_hand_in_of_which_a_part_cannot_be_read_says_so(
    files: dict[str, bytes], tmp_path: Path, course: Course
) -> None:
    stubs = {file: stub("02_causal", file) for file in course.assignment("02").files}
    beside = {"ada": {"causal.py": CODE}, "ben": stubs, "cy": {"causal.py": CODE, "derivations.py": FORMULAS}}
    for student, own in beside.items():
        archives.folder(tmp_path / student / "02_causal", files | own)
    intake = read(tmp_path, course)
    assert submission_status(of("ada", intake)) == "to be graded in part"
    if "derivations.py" not in files:
        assert submission_status(of("ben", intake)) == "unreadable", "the stubs are nobody's work"
        assert submission_status(of("cy", intake)) == "to be graded", "nothing is missing"
    problems = [str(item) for item in intake_problems(intake, course) if item.student == "ada"]
    assert [line.split(": ")[0] for line in problems] == ["unreadable"]


def test_what_cannot_be_read_of_one_part_is_not_said_of_another(tmp_path: Path, course: Course) -> None:
    files = {"ada/02_causal/causal.py": CODE, "ada/01_self_attention/work.rar": RAR}
    parts = (course.assignment("01"), course.assignment("02"))
    _, causal = read_class(archives.folder(tmp_path, files), course, parts).submissions
    assert submission_status(causal) == "to be graded"
