"""What keeps the repository in order: continuous integration, hooks, the marker of types."""

import ast
import importlib
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.helpers.paths import ROOT

SETUP = {"uses": "./.github/actions/setup"}  # the step that installs what tests need
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_every_change_is_checked_on_every_supported_python_and_tested_on_the_oldest() -> None:
    jobs = _jobs("test.yml")
    pythons = jobs["check"]["strategy"]["matrix"]["python"]
    oldest = min(pythons, key=_version)
    assert f">={oldest}" == PROJECT["project"]["requires-python"]
    assert {"run": "make check"} in jobs["check"]["steps"]
    assert {"run": "make test"} in jobs["test"]["steps"]
    assert SETUP | {"with": {"python": oldest}} in jobs["test"]["steps"]
    assert jobs["students"]["strategy"]["matrix"]["system"] == ["macos-latest", "windows-latest"]
    (unit,) = re.findall(r"^UNIT := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert f"pytest -m '{unit}'" in "".join(step.get("run", "") for step in jobs["students"]["steps"])


def test_every_night_runs_the_full_matrix_and_every_python_with_and_without_bubblewrap() -> None:
    jobs = _jobs("nightly.yml")
    assert {"run": "make test-all"} in jobs["test-all"]["steps"]
    assert {"run": "make test"} in jobs["test"]["steps"]
    matrix = jobs["test"]["strategy"]["matrix"]
    assert matrix["python"] == _jobs("test.yml")["check"]["strategy"]["matrix"]["python"]
    assert matrix["bubblewrap"] == [True, False]
    assert matrix["exclude"] == [{"python": min(matrix["python"], key=_version), "bubblewrap": True}]


def test_ci_keeps_the_cache_of_the_grader_until_the_code_changes() -> None:
    steps = yaml.safe_load((ROOT / SETUP["uses"] / "action.yml").read_text())["runs"]["steps"]
    (cache,) = [step["with"] for step in steps if step.get("uses", "").startswith("actions/cache@")]
    assert cache["path"] == "~/.cache/autograder"
    assert "hashFiles('autograder/**', 'solutions/**', 'course.toml')" in cache["key"]
    assert cache["key"].startswith(cache["restore-keys"])


def _jobs(workflow: str) -> Any:
    return yaml.safe_load((ROOT / ".github/workflows" / workflow).read_text())["jobs"]


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def test_the_hooks_run_what_make_lint_runs() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    lint = (ROOT / "Makefile").read_text().partition("\nlint: ")[2].partition("\n\n")[0]
    commands = {line.strip().replace("$(BIN)", ".venv/bin").removesuffix(" .") for line in lint.splitlines()[1:]}
    assert commands <= {hook["entry"] for hook in hooks}


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_security_is_linked(page: str) -> None:
    assert "(SECURITY.md)" in (ROOT / page).read_text()


def test_every_fragment_of_the_changelog_is_one_line_for_one_reader() -> None:
    readers = {kind["directory"] for kind in PROJECT["tool"]["towncrier"]["type"]}
    assert readers == {"student", "instructor", "author", "contributor"}
    fragments = set((ROOT / "changelog.d").iterdir()) - {ROOT / PROJECT["tool"]["towncrier"]["template"]}
    names = re.compile(rf"[\w-]+\.({'|'.join(readers)})\.md")
    assert {path.name for path in fragments if not names.fullmatch(path.name)} == set()
    assert {path.name for path in fragments if not re.fullmatch(r"\S.*\n", path.read_text(encoding="utf-8"))} == set()


def test_types_are_marked() -> None:
    assert (ROOT / "autograder/py.typed").exists()


def test_everything_that_is_imported_is_declared() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    lines = [*PROJECT["project"]["dependencies"], *(line for lines in extras.values() for line in lines)]
    declared = {canonicalize_name(Requirement(line).name) for line in lines}
    own = {"autograder", "assignments", "solutions", *sys.stdlib_module_names}
    imported = {name for path in sorted((ROOT / "autograder").rglob("*.py")) for name in _imported(path)} - own
    distributions = importlib.metadata.packages_distributions()
    missing = {name for name in imported if not declared & set(map(canonicalize_name, distributions.get(name, [])))}
    assert missing == set()


def _imported(path: Path) -> Iterator[str]:
    """The packages that a file imports, wherever in it; its own are written with a dot."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").glob("*.py")), ids=lambda path: path.stem)
def test_a_benchmark_can_be_imported(path: Path) -> None:
    importlib.import_module(f"benchmarks.{path.stem}")


@pytest.mark.process
@pytest.mark.parametrize("option", [[], ["--submission=FOLDER"]], ids=["plain", "with an option"])
def test_the_former_folder_of_checks_names_the_new_one(option: list[str]) -> None:
    command = [sys.executable, "-m", "pytest", "autograder/checks/test_01_softmax.py", *option]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode != 0
    assert "autograder/checks is now solutions/<part>/checks" in done.stdout + done.stderr
