"""The figures of the layout: no import cycles, and tests that mirror the package."""

from pathlib import Path

import pytest

from benchmarks.house import (
    Import,
    drawing,
    exercise_literals,
    exercise_names,
    import_cycles,
    read_imports,
    read_modules,
    repeated_names,
    sections,
)
from benchmarks.house_trace import trace
from benchmarks.shared_names import SHARED_NAMES
from tests.helpers.paths import ROOT, TESTS


def package(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / "autograder" / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_there_are_no_import_cycles() -> None:
    imports = read_imports(read_modules(ROOT))
    assert len(imports) > 500
    assert import_cycles(item for item in imports if item.at_import_time) == []


def test_a_cycle_is_found() -> None:
    arrows = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("c", "e")]
    assert import_cycles(Import(*arrow, 1, at_import_time=True) for arrow in arrows) == [["a", "b", "c"]]


def test_imports_are_read_with_the_time_at_which_they_happen(tmp_path: Path) -> None:
    text = "from .b import f\nfrom autograder.one import b\n\ndef g():\n    import autograder.two\n"
    folder = package(tmp_path, one__a=text, one__b="f = 1\n", two="")
    found = {(item.importer, item.imported, item.at_import_time) for item in read_imports(read_modules(folder))}
    one = ("autograder.one.a", "autograder.one.b", True)
    assert found == {one, ("autograder.one.a", "autograder.two", False)}


def test_packages_are_drawn_without_arrows_that_others_imply(tmp_path: Path) -> None:
    lower, middle = "from autograder.results import a", "from autograder.grading import b"
    modules = read_modules(package(tmp_path, results__a="", grading__b=lower, reports__c=f"{middle}\n{lower}"))
    assert drawing(read_imports(modules), modules) == [
        "flowchart TD",
        "    grading --> results",
        "    reports --> grading",
    ]


def test_names_defined_twice_are_listed(tmp_path: Path) -> None:
    folder = package(tmp_path, one="class A: ...\ndef choose(): ...", choose="def choose(): ...", two="class A: ...")
    assert repeated_names(read_modules(folder)) == {
        "A": ["autograder/one.py", "autograder/two.py"],
        "choose": ["autograder/choose.py", "autograder/one.py"],
    }


def test_every_name_that_is_defined_twice_has_a_reason() -> None:
    repeated = repeated_names(module for module in read_modules(ROOT) if not module.is_course)
    assert sorted(repeated) == sorted(SHARED_NAMES)


def test_literals_that_name_an_exercise_are_listed(tmp_path: Path) -> None:
    modules = read_modules(package(tmp_path, one='x = 1\ny = x == "softmax" or "softmax is"\n'))
    assert exercise_literals(modules, exercise_names(ROOT)) == {"softmax": ["autograder/one.py:2"]}


def test_all_sections_are_printed_for_this_checkout() -> None:
    figures, *lists = sections(ROOT, read_modules(ROOT), None)
    assert any(line.startswith("lines of the engine") for line in figures)
    assert all(lines[0].startswith("## ") for lines in lists)


@pytest.mark.slow
def test_the_way_to_the_feedback_is_traced_in_grader_and_sandbox() -> None:
    traced = trace(ROOT)
    assert traced.outcome == "wrong values"
    assert any(path.startswith("autograder/reports/") for path in traced.judged)
    assert any(traced.is_guest(path) for path in traced.judged)
    assert set(traced.judged) < set(traced.checked) < set(traced.whole)


def folders(root: Path, pattern: str) -> set[str]:
    """The folders that have such files, relative to `root`."""
    return {path.parent.relative_to(root).as_posix() for path in root.rglob(pattern)}


def test_the_tests_mirror_the_package() -> None:
    packages = folders(ROOT / "autograder", "__init__.py") - {".", "course"} | {"course_model"}
    tested = folders(TESTS, "test_*.py") - {"course", "repository"}
    assert tested - packages == set(), "tests/README.md says where a test goes"
    assert {name.split("/")[0] for name in packages - tested} <= {name.split("/")[0] for name in tested}
