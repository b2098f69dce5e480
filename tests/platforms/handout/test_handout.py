"""What students get: made, unpacked elsewhere, solved, tested and graded."""

import dataclasses
import json
import os
import re
import shutil
import subprocess
import zipfile
import zlib
from pathlib import Path

import pytest
import yaml

from autograder.platforms.handout.contents import HandoutError, handout_files
from autograder.platforms.handout.writer import write_folder, zip_bytes
from tests.helpers.clean_venv import CleanVenv
from tests.helpers.grading import autograder
from tests.helpers.notebooks import solved
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.walk
PACKAGES = ("torch", "numpy", "pytest", "hypothesis")


@pytest.fixture(scope="module")
def files(course):
    return handout_files(course, github=True)


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    return CleanVenv(tmp_path_factory.mktemp("python") / "venv", *PACKAGES)


def solve(folder: Path, *assignments: str) -> None:
    for assignment in assignments:
        for path in (ROOT / "solutions" / assignment).glob("*.py"):
            shutil.copy(path, folder / "assignments" / assignment)


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_command_writes_what_is_on_the_list_into_folder_and_zip(course, tmp_path):
    made = autograder("handout", tmp_path / "course", "--zip")
    assert (made.returncode, made.stderr) == (0, "")
    with zipfile.ZipFile(tmp_path / "course.zip") as archive:
        assert archive.testzip() is None
        archive.extractall(tmp_path / "unpacked")
    folder = tmp_path / "unpacked" / "attention-from-scratch"
    assert names(folder) == names(tmp_path / "course") == set(handout_files(course))
    assert all((folder / name).read_bytes() == (tmp_path / "course" / name).read_bytes() for name in names(folder))
    assert sorted(os.listdir(tmp_path)) == ["course", "course.zip", "unpacked"]  # nothing is left lying about


def test_a_zip_is_the_same_bytes_whatever_the_order_and_the_time(files):
    turned = dict(reversed(files.items()))
    assert zip_bytes(turned, "course") == zip_bytes(files, "course")
    assert b"\x21\x00" in zip_bytes(files, "course")[:16]  # 1 January 1980


def test_the_handout_stays_small(files):
    assert sum(len(zlib.compress(data)) for data in files.values()) < 650_000


PAYOFFS = ("01_self_attention", "02_causal", "03_multihead", "04_cross", "05_gradient_descent")
PICTURES = (
    "01_self_attention/query_key_value",
    "02_causal/triangle",
    "03_multihead/heads",
    "04_cross/rectangle",
    "05_gradient_descent/paths",
    *(f"06_language_model/{name}" for name in ("block", "cache", "course")),
)


def test_only_what_is_on_the_list_goes_out(course, files):
    expected = {
        "README.md",
        "pyproject.toml",
        "LICENSE",
        "GRADING.md",
        *(f"docs/{name}.md" for name in ("reference/points", "sources", "torch_calls", "what_is_checked")),
        ".devcontainer/devcontainer.json",
        ".gitignore",
        *(f"assignments/{name}.py" for name in ("conftest", "show", "watch")),
    }
    expected |= {".github/CLASSROOM.md", ".github/workflows/public-tests.yml"}
    expected |= {f".github/classroom50/{item.id}.json" for item in course}
    expected |= {f"assignments/{folder}/payoff.py" for folder in PAYOFFS}
    expected |= {f"assignments/{name}.svg" for name in PICTURES}
    modules = ("breaking", "corpus", "learning", "payoff", "playing", "racing", "stories")
    expected |= {f"assignments/06_language_model/{name}.py" for name in modules}
    for item in course:
        own = [*item.files, *(f"test_{file}" for file in item.files), "README.md", f"{item.id}.ipynb"]
        expected |= {f"assignments/{item.id}/{name}" for name in own}
    assert {name for name in files if not name.startswith("assignments/_support/")} == expected
    assert {Path(name).suffix for name in files if name not in expected} <= {".py", ".json", ".html", ".txt"}


def test_an_exercise_without_public_tests_is_named(course, tmp_path):
    for name in ("solutions", "assignments"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "solutions" / "04_cross" / "public" / "test_cross.py").unlink()
    with pytest.raises(HandoutError, match=r"solutions/04_cross/public/test_cross\.py is missing"):
        handout_files(dataclasses.replace(course, folder=tmp_path))


@pytest.mark.parametrize("what", ["file", "full folder", "zip"])
def test_nothing_of_anybodys_is_overwritten(tmp_path, what):
    out = tmp_path / "course"
    if what == "file":
        out.write_text("mine")
    elif what == "full folder":
        (out / "assignments").mkdir(parents=True)
    else:
        (tmp_path / "course.zip").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    made = autograder("handout", out, "--zip")
    assert made.returncode == 2
    assert len(made.stderr.splitlines()) == 1
    assert "course" in made.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_a_repository_that_was_just_made_is_filled(files, tmp_path):
    (tmp_path / "template" / ".git").mkdir(parents=True)
    write_folder(tmp_path / "template", files)
    assert names(tmp_path / "template") == set(files)


def test_the_readme_names_what_has_to_be_installed(files):
    assert b"pip install torch numpy pytest hypothesis\npytest assignments/00_warmup\n" in files["README.md"]


def test_every_link_in_the_texts_leads_to_a_file(files):
    for name in [name for name in files if name.endswith(".md")]:
        for link in re.findall(r"\]\(([^)#]+)\)", files[name].decode()):
            target = os.path.normpath(Path(name).parent / link)
            assert link.startswith("http") or target in files, f"{name}: {link}"


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap takes the network away")
def test_it_runs_offline_with_four_packages(course, files, python, tmp_path):
    write_folder(tmp_path / "course", files)
    packages = python.run(tmp_path, "-c", "import jinja2, torch, pytest; import nbgrader", offline=True)
    assert "No module named 'nbgrader'" in packages.stderr  # the environment is as clean as it should be
    done = python.run(tmp_path / "course", "-m", "pytest", offline=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"done: 0 of {sum(len(part.exercises) for part in course)} exercises" in done.stdout
    assert "failed" not in done.stdout


def test_from_an_empty_folder_to_a_grade(course, python, tmp_path):
    write_folder(tmp_path / "course", handout_files(course))
    solve(tmp_path / "course", "00_warmup", "04_cross")
    tested = python.run(tmp_path / "course", "-m", "pytest", "assignments/00_warmup", "assignments/04_cross")
    assert "done: 5 of 5 exercises" in tested.stdout, tested.stdout + tested.stderr
    shutil.copytree(tmp_path / "course" / "assignments", tmp_path / "class" / "ada")
    for part in ("00", "04"):  # another one works in the notebooks
        assignment = course.assignment(part)
        path = tmp_path / "class" / "bob" / assignment.id / f"{assignment.id}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(solved(assignment)), encoding="utf-8")
    wanted = ["--assignment", "00", "--assignment", "04"]
    graded = autograder("grade", tmp_path / "class", "--out", tmp_path / "graded", "--jobs", 1, *wanted)
    assert graded.returncode == 0, graded.stderr
    rows = (tmp_path / "graded" / "grades.csv").read_text().splitlines()
    full = ['"00_warmup",2,2', '"04_cross",8,8']
    assert rows[1:] == [f'"{student}",{score},"graded",,' for student in ("ada", "bob") for score in full]


@pytest.fixture
def workflow(files):
    return yaml.safe_load(files[".github/workflows/public-tests.yml"])


def test_the_workflow_runs_public_tests_with_no_right_to_write(workflow, files):
    assert workflow["permissions"] == {"contents": "read"}
    assert b"secrets." not in files[".github/workflows/public-tests.yml"]
    assert b"Why the hidden checks never go here" in files[".github/CLASSROOM.md"]


def test_the_steps_of_the_workflow_do_what_they_say(workflow, files, python, tmp_path):
    write_folder(tmp_path / "course", files)
    steps = {step["name"]: step["run"] for step in workflow["jobs"]["public-tests"]["steps"] if "name" in step}
    env = {"PATH": f"{python.program.parent}:/usr/bin:/bin", "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}
    with (tmp_path / "course" / "assignments" / "00_warmup" / "warmup.py").open("a") as file:
        file.write("\ndef row_sums(x): return x\n")
    done = [
        subprocess.run(["bash", "-e", "-c", steps[name]], cwd=tmp_path / "course", env=env, check=False)
        for name in ("Public tests", "Summary")
    ]
    assert [item.returncode for item in done] == [1, 0]
    assert "row_sums" in (tmp_path / "summary.md").read_text()
