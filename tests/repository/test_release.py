"""A release: wheel and sdist hold the same package, which works in an environment with what it asks for and no more."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from autograder import __version__
from tests.helpers.clean_venv import CleanVenv
from tests.helpers.paths import ROOT

PACKED = ("pyproject.toml", "README.md", "LICENSE")
HOOK = "from setuptools import build_meta; print(build_meta.build_{0}({1!r}))"


def build(kind: str, source: Path, into: Path) -> Path:
    """Build the `wheel` or the `sdist` of a source tree, as `python -m build` does."""
    command = [sys.executable, "-c", HOOK.format(kind, str(into))]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=True)
    return into / done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("source")
    for name in PACKED:
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "autograder", folder / "autograder", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", source, tmp_path_factory.mktemp("dist"))


def required(wheel: Path, *extras: str) -> tuple[str, ...]:
    """The packages that the wheel asks for."""
    with zipfile.ZipFile(wheel) as packed:
        (name,) = [name for name in packed.namelist() if name.endswith(".dist-info/METADATA")]
        lines = Parser().parsestr(packed.read(name).decode()).get_all("Requires-Dist", [])
    asked = [Requirement(line) for line in lines]
    return tuple(
        item.name
        for item in asked
        if item.marker is None or any(item.marker.evaluate({"extra": extra}) for extra in extras)
    )


def installed(wheel: Path, folder: Path, *extras: str) -> CleanVenv:
    """A new environment with the wheel and what it asks for."""
    environment = CleanVenv(folder, *required(wheel, *extras))
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", environment.program]
    subprocess.run([*pip, "install", "--no-deps", wheel], check=True)
    return environment


@pytest.mark.walk
def test_the_sdist_makes_the_same_wheel(source: Path, wheel: Path, tmp_path: Path) -> None:
    sdist = build("sdist", source, tmp_path)
    shutil.unpack_archive(sdist, tmp_path / "unpacked", filter="data")
    again = build("wheel", tmp_path / "unpacked" / sdist.name.removesuffix(".tar.gz"), tmp_path)
    with zipfile.ZipFile(wheel) as packed, zipfile.ZipFile(again) as repacked:
        assert {item.filename: item.CRC for item in packed.infolist() if not item.filename.endswith("RECORD")} == {
            item.filename: item.CRC for item in repacked.infolist() if not item.filename.endswith("RECORD")
        }
        names = {item.filename for item in packed.infolist()}
    missing = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "autograder").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.relative_to(ROOT).as_posix() not in names
    }
    assert missing == set()


@pytest.mark.walk
def test_a_bare_environment_grades_with_the_wheel(wheel: Path, tmp_path: Path) -> None:
    environment = installed(wheel, tmp_path / "bare", "instructors")
    said = environment.run(tmp_path, "-m", "autograder", "--version")
    assert said.stdout == f"autograder {__version__}\n"
    submission = ROOT / "examples/class/ada/00_warmup"
    graded = environment.run(
        tmp_path, "-m", "autograder", "--course", str(ROOT), "grade", str(submission), "--out", "graded"
    )
    assert graded.returncode == 0, graded.stdout + graded.stderr
    (path,) = tmp_path.glob("graded/*/00_warmup/result.json")
    result = json.loads(path.read_text())
    assert (result["score"], result["grader"]["version"]) == (2, __version__)


@pytest.mark.walk
def test_without_the_extra_of_instructors_one_sentence_says_what_to_install(wheel: Path, tmp_path: Path) -> None:
    environment = installed(wheel, tmp_path / "bare")
    said = environment.run(tmp_path, "-m", "autograder", "--version")
    assert said.stderr == "autograder: click is not installed; pip install 'attention-autograder[instructors]'\n"


def test_a_tag_drafts_a_release_with_the_notes_of_this_version() -> None:
    heading = rf"^## {re.escape(__version__)} \(\d{{4}}-\d\d-\d\d\)$"
    assert re.search(heading, (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())
    assert workflow[True] == {"push": {"tags": ["v*"]}}  # YAML reads the key `on` as true
    commands = "".join(step.get("run", "") for step in workflow["jobs"]["release"]["steps"])
    assert "autograder.__version__" in commands
    assert "CHANGELOG.md > notes.md" in commands


def test_the_container_copies_what_there_is_and_runs_as_an_ordinary_user_with_bubblewrap() -> None:
    text = (ROOT / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    copied = {name for word, *names in lines if word == "COPY" for name in names[:-1]}
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied == allowed
    assert {name for name in copied if not (ROOT / name).exists()} == set()
    assert "bubblewrap" in next(line for line in lines if "apt-get" in line)
    users = [words[1] for words in lines if words[0] == "USER"]
    assert users
    assert f"useradd --create-home {users[-1]}" in text
