"""The figures of the layout: no import cycles, and tests that mirror the package."""

from pathlib import Path

import pytest

from benchmarks.house import (
    exercise_literals,
    exercise_names,
    figures,
    import_cycles,
    read_imports,
    read_modules,
    repeated_names,
    returns,
    trace,
)
from tests.helpers.paths import ROOT, TESTS


def package(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / "autograder" / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_there_are_no_import_cycles() -> None:
    imports = read_imports(read_modules(ROOT))
    assert sum(map(len, imports.values())) > 500
    assert import_cycles(imports) == []


def test_an_import_cycle_is_found(tmp_path: Path) -> None:
    late = "def f():\n    from autograder.one import a"
    folder = package(tmp_path, one__a="from .b import f", one__b="import autograder.two", two=late, three="import math")
    cycle = ["autograder.one.a", "autograder.one.b", "autograder.two"]
    assert import_cycles(read_imports(read_modules(folder))) == [cycle]


def test_names_bound_in_several_modules_are_found(tmp_path: Path) -> None:
    one = "class A: ...\ndef choose(): ...\nLONGEST = 1\n_own = 1"
    two = "class A: ...\nif A:\n    LONGEST: int = 2\n_own = 2\ntotals = [choose for choose in ()]"
    folder = package(tmp_path, one=one, two=two, three="from autograder.one import choose")
    both = ["autograder/one.py", "autograder/two.py"]
    assert repeated_names(read_modules(folder)) == {"A": both, "LONGEST": both}


def test_literals_that_name_an_exercise_are_found(tmp_path: Path) -> None:
    modules = read_modules(package(tmp_path, one='x = 1\ny = x == "softmax" or "softmax is"\n'))
    assert exercise_literals(modules, exercise_names(ROOT)) == {"softmax": ["autograder/one.py:2"]}


def test_all_figures_are_counted(tmp_path: Path) -> None:
    text = "def _one(x: 'list[\"n\"]'):\n    return x['a'] + x[0]\n\ndef _two():\n    return _one(_one)\n\n_two()\n"
    (tmp_path / "course.toml").write_text("assignment = []\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_one.py").write_text("\n\n")
    counted = {title: value for title, value, _ in figures(package(tmp_path, one=text))}
    assert counted == {
        "modules of the engine": "1",
        "lines of the engine": "7",
        "lines of the course (.py, .toml)": "1",
        "lines of the tests (.py)": "2",
        "lines of a module, median (mean)": "7 (7)",
        "public names bound in several modules": "0",
        "import cycles": "0",
        'string subscripts, x["key"]': "1",
        "private functions referred to once": "1 of 2 (50%)",
        "literals that name an exercise": "0",
    }


def test_a_file_returns_if_it_is_entered_again() -> None:
    assert returns(["a", "a", "b", "a", "c", "b"]) == 2


@pytest.mark.full
@pytest.mark.process
def test_the_way_to_the_page_is_traced_in_grader_and_sandbox() -> None:
    walk = trace(ROOT)
    assert "autograder/sandbox/guest/execute.py" in walk.to_verdict
    assert "autograder/checking/runner.py" in walk.to_verdict
    assert "autograder/reports/pages.py" in set(walk.to_page) - set(walk.to_verdict)


def folders(root: Path, pattern: str) -> set[str]:
    """The folders that have such files, relative to `root`."""
    return {path.parent.relative_to(root).as_posix() for path in root.rglob(pattern)}


def test_the_tests_mirror_the_package() -> None:
    packages = folders(ROOT / "autograder", "__init__.py") - {".", "course"} | {"course_model"}
    tested = folders(TESTS, "test_*.py") - {"course", "repository"}
    assert tested - packages == set(), "tests/README.md says where a test goes"
    assert {name.split("/")[0] for name in packages - tested} <= {name.split("/")[0] for name in tested}
