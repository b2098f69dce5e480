"""A course that is begun, verified and handed out where the engine is an installed wheel in a virtual environment."""

import os
import subprocess
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course.find import VARIABLE
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.walk
Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def python(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that finds the engine, and the libraries of this one, through a `.pth` file."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    site = next(folder.glob("lib/python3*/site-packages"))
    (site / "elsewhere.pth").write_text(f"{engine}\n{sysconfig.get_path('purelib')}\n")
    return folder / "bin/python"


@pytest.fixture(scope="module")
def run(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Command:
    """Run a command of the wheel in the folder of the course, which it makes first."""
    folder = tmp_path_factory.mktemp("begun") / "sorting"
    environment = {name: value for name, value in os.environ.items() if name not in (VARIABLE, "PYTHONPATH")}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"}

    def run_in_course(*arguments: object) -> subprocess.CompletedProcess[str]:
        place = folder if folder.exists() else folder.parent
        command = [python, "-m", "autograder", *map(str, arguments)]
        return subprocess.run(command, env=environment, cwd=place, capture_output=True, text=True, check=False)

    for words in (
        ("course", folder, "--part", "01_order", "--exercise", "largest"),
        ("exercise", "01", "Scale"),
        ("exercise", "01", "n_entries", "--kind", "derivation"),
        ("part", "02_more", "--exercise", "Longest"),
    ):
        made = run_in_course("new", *words)
        assert made.returncode == 0, made.stdout + made.stderr
    assert run_in_course("sync").returncode == 0
    return run_in_course


def test_the_engine_is_that_of_the_wheel(python: Path, engine: Path) -> None:
    code = "import autograder; print(autograder.__file__)"
    done = subprocess.run([python, "-P", "-c", code], cwd="/", capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).is_relative_to(engine)


def test_the_wheel_has_the_documents(run: Command) -> None:
    pages = [path.stem for path in ROOT.glob("docs/*/*.md")]
    listed = run("docs").stdout
    assert sorted(line.split()[1] for line in listed.splitlines()) == sorted(pages)
    assert run("docs", "plain_tests").stdout == (ROOT / "docs/reference/plain_tests.md").read_text()
    assert "there is no page 'import_'" in run("docs", "import_").stderr


def test_new_exercises_of_each_kind_pass_everything(run: Command) -> None:
    done = run("verify", "--all")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "programs        ok          4 right, 8 wrong" in done.stdout


def test_what_it_made_can_be_handed_out(run: Command, tmp_path: Path) -> None:
    done = run("handout", tmp_path / "handout")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "handout/assignments/01_order/order.py").is_file()
