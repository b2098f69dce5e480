"""What `autograder new` makes passes everything at once; imports are added where formatters want them."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from autograder.authoring.scaffold.imports import with_imports
from autograder.authoring.scaffold.model import NewExercise
from autograder.authoring.scaffold.new_texts import with_mistakes
from tests.helpers.paths import ROOT
from tests.helpers.scaffold import files_of, pytest_in, run_in

EXERCISES = (  # besides `largest`
    ("AnotherScale",),
    ("n_entries_of_a_matrix", "--kind", "derivation"),
    ("write_on", "--kind", "generator"),
    ("mixed", "--input", "weights=T T", "--input", "values=T d_v"),
    ("Scores", "--input", "x=T d_in", "--weight", "W_query=d_in d_k", "--weight", "W_key=d_in d_k"),
    (
        "Heads",
        "--input",
        "x=T d",
        "--weight",
        "heads.{h}.W_query=d k",
        "--weight",
        "heads.{h}.W_key=d k",
        "--of",
        "Scores",
    ),
)
COUNT = 1 + len(EXERCISES)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new course with an exercise of each kind and form in one file, and a second part with a class."""
    folder = tmp_path_factory.mktemp("new") / "sorting"
    first = ("--part", "01_order", "--exercise", "largest")
    assert run_in(folder.parent, "new", "course", folder, *first).returncode == 0
    for words in EXERCISES:
        done = run_in(folder, "new", "exercise", "01", *words, "--points", "0.8")
        assert done.returncode == 0, done.stderr
    assert run_in(folder, "new", "part", "02_more", "--exercise", "Longest").returncode == 0
    done = run_in(folder, "sync")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.walk
def test_nothing_is_out_of_date_after_sync(course: Path) -> None:
    done = run_in(course, "sync", "--check")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.walk
def test_its_wrong_programs_lose_points_and_its_right_ones_none(course: Path) -> None:
    done = run_in(course, "audit")
    assert done.returncode == 0, done.stdout
    assert f"{COUNT + 1} right, {2 * COUNT + 2} wrong; 0 verdicts to mend, 0 idle checks" in done.stdout


@pytest.mark.walk
def test_its_hidden_checks_pass_by_hand(course: Path) -> None:
    done = pytest_in(course, "solutions/01_order/checks")
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.split(" passed")[0].split()[-1]) >= 2 * COUNT


@pytest.mark.walk
def test_its_public_tests_pass_on_the_solution_and_a_stub_is_not_attempted(course: Path, tmp_path: Path) -> None:
    done = run_in(course, "handout", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    part = "assignments/01_order"
    assert f"done: 0 of {COUNT} exercises" in pytest_in(tmp_path / "out", part).stdout
    (tmp_path / "out" / part / "order.py").write_bytes((course / "solutions/01_order/order.py").read_bytes())
    assert f"done: {COUNT} of {COUNT} exercises" in pytest_in(tmp_path / "out", part).stdout


@pytest.mark.walk
def test_its_files_are_formatted_as_those_of_this_repository(course: Path, tmp_path: Path) -> None:
    shutil.copytree(course / "solutions", tmp_path / "solutions")
    shutil.copytree(course / "assignments", tmp_path / "assignments")
    (tmp_path / "autograder").symlink_to(ROOT / "autograder")  # as here, where it is no package of somebody else's
    ruff = [sys.executable, "-m", "ruff"]
    options = ["--config", ROOT / "pyproject.toml", "--no-cache", "solutions"]
    for command in (["check"], ["format", "--check"]):
        done = subprocess.run([*ruff, *command, *options], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.walk
def test_an_exercise_changes_only_what_belongs_to_it(course: Path) -> None:
    before = files_of(course)
    assert run_in(course, "new", "exercise", "02", "shortest").returncode == 0
    part = "solutions/02_more"
    changed = {name for name, data in files_of(course).items() if before.get(name) != data}
    own = {"more.py", "checks/test_02_shortest.py", "public/test_more.py", "programs/shortest.py", "mistakes.toml"}
    assert changed == {"course.toml"} | {f"{part}/{name}" for name in own}
    for name in before:
        if name != "course.toml":
            assert files_of(course)[name].startswith(before[name].rstrip())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('"""Doc."""\n', '"""Doc."""\n\nimport os\n\nimport torch\nfrom torch import Tensor, nn\n'),
        (
            '"""Doc."""\n\nx = 1\n',
            '"""Doc."""\n\nimport os\n\nimport torch\nfrom torch import Tensor, nn\n\nx = 1\n',
        ),
        ("import torch\n", "import os\n\nimport torch\nfrom torch import Tensor, nn\n"),
        (
            "from torch import Tensor\nfrom torch.nn import functional\n\nx = 1\n",
            "import os\n\nimport torch\nfrom torch import Tensor, nn\nfrom torch.nn import functional\n\nx = 1\n",
        ),
        (
            "import os\n\nimport torch\n\nfrom solutions.shared import a\n",
            "import os\n\nimport torch\nfrom torch import Tensor, nn\n\nfrom solutions.shared import a\n",
        ),
        (
            "import math  # for pi\n\nx = 1\n",
            "import math  # for pi\nimport os\n\nimport torch\nfrom torch import Tensor, nn\n\nx = 1\n",
        ),
        (
            "# %% [markdown]\n# # Title\n\n# %% [markdown]\n# ## `f`\n",
            (
                "# %% [markdown]\n# # Title\n\n# %%\nimport os\n\nimport torch\nfrom torch import Tensor, nn\n\n"
                "# %% [markdown]\n# ## `f`\n"
            ),
        ),
    ],
    ids=["none", "code", "some", "merged", "sections", "comments", "cells"],
)
def test_imports_are_added_in_order(source: str, expected: str) -> None:
    needed = ("import os", "import torch", "from torch import Tensor, nn")
    assert with_imports(source, needed) == expected
    assert with_imports(expected, needed) == expected


OWN = '[slow]\nfamily = "values"\ntext = "too slow"\n'


@pytest.mark.parametrize("before", ["", OWN], ids=["lines", "tables"])
def test_words_of_mistakes_are_added_in_the_form_of_the_file(before: str, tmp_path: Path) -> None:
    path = tmp_path / "01_order/mistakes.toml"
    path.parent.mkdir()
    if before:
        path.write_text(before)
    text = with_mistakes(tmp_path, NewExercise("01_order", "order.py", "Scale", "class", 2))
    words = {"family": "state", "text": "the input is changed", "hint": "Write into a new tensor."}
    found = tomllib.loads(text)
    assert found["Scale-in-place"] == words
    assert found.get("slow") == ({"family": "values", "text": "too slow"} if before else None)


@pytest.mark.parametrize(("name", "snake"), [("row_sums", "row_sums"), ("SelfAttention", "self_attention")])
def test_tests_are_named_in_small_letters(name: str, snake: str) -> None:
    assert NewExercise("01_order", "order.py", name, "class", 2).snake == snake


@pytest.mark.parametrize("points", [0.05, 0.25, 1, 2.75, 10])
def test_the_points_of_the_checks_add_up(points: float) -> None:
    words = NewExercise("01_order", "order.py", "rows", "function", points).words
    assert round(float(words["core"]) + float(words["robustness"]), 4) == points
