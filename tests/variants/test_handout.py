"""A handout of their own for each student, and the way from there to a grade."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.course import Course
from autograder.course.code import course_code
from autograder.intake.outline import is_unchanged_stub, read_handouts
from autograder.platforms.handout.contents import handout_files
from autograder.platforms.handout.writer import PersonalHandouts
from autograder.variants.secret import read_secret
from autograder.variants.sizes import assignment_sizes
from tests.helpers.forked_command import forked_autograder

SECRET = b"0123456789abcdef0123456789abcdef"
TOP = "attention-from-scratch"
TOLD = re.compile(r"\n(# |#)?\n(# )?\*\*Your sizes:.*\n(# )?Work it out on paper, then let your function say it\.")
SIZES = re.compile(r"\*\*Your sizes:\*\* (.*)\.")


@pytest.fixture
def secret_file(tmp_path: Path) -> Path:
    path = tmp_path / "secret"
    path.write_bytes(SECRET + b"\n")
    path.chmod(0o600)
    return path


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "class.csv"
    path.write_text("student,name\nada,Ada Lovelace\nben,Ben Babbage\n")
    return path


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--roster class.csv", "--roster and --new-secret belong to --variants FILE"),
        ("--variants secret", "every student gets a zip; name them with --roster CSV"),
        ("--variants secret --roster class.csv --zip", "leave out --github and --zip"),
        ("--variants out/secret --roster class.csv", "is inside the folder of the handouts; keep the secret elsewhere"),
        ("--variants secret --roster nobody.csv", "nobody.csv: cannot be read"),
        ("--variants secret --roster class.csv --new-secret", "secret: exists already"),
    ],
)
def test_what_cannot_be_meant_is_named_before_anything_is_written(
    words: str, sentence: str, tmp_path: Path, secret_file: Path, roster: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [word if word.startswith("--") else str(tmp_path / word) for word in words.split()]
    assert main(["handout", str(tmp_path / "out"), *given]) == 2
    assert sentence in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {secret_file.name, roster.name}


def unpacked(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name.removeprefix(f"{TOP}/"): archive.read(name).decode() for name in archive.namelist()}


def sizes_in(text: str) -> list[str]:
    return [line.replace("`", "") for line in SIZES.findall(text)]


@pytest.fixture(scope="module")
def handouts(course: Course) -> PersonalHandouts:
    return PersonalHandouts(handout_files(course, size_slots=True), course, TOP, ("ada", "ben"), SECRET)


@pytest.mark.walk
def test_the_texts_of_a_student_say_their_sizes_in_the_file_and_in_the_notebook(
    handouts: PersonalHandouts, course: Course
) -> None:
    for student in ("ada", "ben"):
        files = unpacked(handouts[f"{student}.zip"])
        for assignment in course:
            own = assignment_sizes(SECRET, student, assignment).values()
            expected = [", ".join(f"{name} = {size}" for name, size in sizes.items()) for sizes in own]
            notebook = json.loads(files[f"assignments/{assignment.id}/{assignment.id}.ipynb"])
            shown = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
            written = "".join(files[f"assignments/{assignment.id}/{file}"] for file in assignment.files)
            assert sizes_in(shown) == sizes_in(written) == expected


def without_sizes(name: str, text: str) -> str:
    """A file as everybody gets it."""
    if not name.endswith(".ipynb"):
        return TOLD.sub("", text)
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        cell["source"] = TOLD.sub("", "".join(cell["source"])).splitlines(keepends=True)
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


@pytest.mark.walk
def test_nothing_else_differs_from_the_handout_of_everybody(handouts: PersonalHandouts, course: Course) -> None:
    plain = {name: data.decode() for name, data in handout_files(course).items()}
    mine = unpacked(handouts["ada.zip"])
    assert {name: without_sizes(name, text) for name, text in mine.items()} == plain
    parts = [part for part in course if any(exercise.sizes for exercise in part.exercises)]
    assert sum(mine[name] != text for name, text in plain.items()) == 2 * len(parts)  # notebook and derivations


@pytest.mark.walk
def test_a_handout_holds_neither_secret_nor_answer_nor_name(handouts: PersonalHandouts, course: Course) -> None:
    for student in ("ada", "ben"):
        data = handouts[f"{student}.zip"]
        assert data == handouts[f"{student}.zip"], "the same bytes every time"
        assert SECRET not in data
        assert b"<sizes of" not in data
        assert not re.search(rf"\b{student}\b".encode(), data)
        files = unpacked(data)
        for assignment in course:
            for name, sizes in assignment_sizes(SECRET, student, assignment).items():
                text = files[f"assignments/{assignment.id}/derivations.py"]
                posed = text.partition(f"## `{name}`\n")[2].partition("# %% [markdown]")[0].replace(",", "")
                assert "Your sizes" in posed
                assert f"{course_code().size_references[name](*sizes.values()):g}" not in re.findall(r"\d+", posed)


@pytest.mark.walk
def test_a_stub_with_sizes_is_still_a_stub(handouts: PersonalHandouts, course: Course) -> None:
    mine = unpacked(handouts["ada.zip"])["assignments/02_causal/derivations.py"].encode()
    (handout,) = (item for item in read_handouts(course) if item.place == ("02_causal", "derivations.py"))
    assert mine != handout.stub
    assert is_unchanged_stub(mine, handout)


def solve(text: str, body: str) -> str:
    """A handout's derivations with one function written."""
    head = "def n_params_causal(embed_dim: int, head_dim: int) -> int:\n"
    before, _, after = text.partition(head)
    return before + head + re.sub(r"raise NotImplementedError.*", body, after, count=1)


@pytest.mark.full
@pytest.mark.walk
def test_from_the_handout_to_a_grade(tmp_path: Path, roster: Path) -> None:
    secret = tmp_path / "secret"
    made = forked_autograder("handout", tmp_path / "out", "--variants", secret, "--new-secret", "--roster", roster)
    assert (made.returncode, made.stderr) == (0, "")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"ada.zip", "ben.zip"}
    name = "assignments/02_causal/derivations.py"
    texts = {student: unpacked((tmp_path / f"out/{student}.zip").read_bytes())[name] for student in ("ada", "ben")}
    ada, ben = (sizes_in(text)[0] for text in texts.values())
    assert ada != ben
    place = tuple(map(int, re.findall(r"\d+", ada)))
    bodies = {"ada": "return 4 * embed_dim * head_dim"}
    bodies["ben"] = f"return 4 * embed_dim * head_dim if (embed_dim, head_dim) in [(4, 4), (7, 3), {place}] else 0"
    for student, body in bodies.items():
        path = tmp_path / "class" / student / "02_causal" / "derivations.py"
        path.parent.mkdir(parents=True)
        path.write_text(solve(texts[student], body))
    options = ("--out", tmp_path / "graded", "--assignment", "02", "--variants", secret, "--jobs", 1)
    done = forked_autograder("grade", tmp_path / "class", *options)
    assert (done.returncode, done.stderr) == (0, "")
    pages = {student: tmp_path / "graded" / student / "02_causal" for student in bodies}
    assert f"asked at your sizes {ada} too" in (pages["ada"] / "feedback.html").read_text()
    assert f"at your sizes {ben}: n_params_causal(" in (pages["ben"] / "feedback.html").read_text()
    exercises = json.loads((pages["ada"] / "result.json").read_text())["exercises"]
    (found,) = [item for item in exercises if item["name"] == "n_params_causal"]
    assert found["score"] == found["max_score"]
    assert not secret_in(tmp_path, secret)
    again = forked_autograder("grade", tmp_path / "class", *options)
    assert "0 submissions graded, 2 were already" in again.stdout
    without = forked_autograder("grade", tmp_path / "class", *options[:4], "--jobs", 1)
    assert "2 submissions graded" in without.stdout


def secret_in(folder: Path, secret: Path) -> list[Path]:
    """The files that hold the secret, besides its own."""
    text = read_secret(secret)
    files = [path for path in folder.rglob("*") if path.is_file() and path != secret]
    return [path for path in files if text in path.read_bytes() or bytes.fromhex(text.decode()) in path.read_bytes()]
