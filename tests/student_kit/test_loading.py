"""How public tests find the student's names: by path, lazily, and with one line for what is wrong."""

import random

import pytest
import torch

from assignments._support.loading import Folder, LoadError, NotDefinedError, StudentDefinitions


@pytest.fixture
def folder(tmp_path):
    """Makes `02_causal` with these files."""

    def make(**files: str) -> Folder:
        path = tmp_path / "02_causal"
        path.mkdir()
        for stem, text in files.items():
            (path / f"{stem}.py").write_text(text, encoding="utf-8")
        return Folder(path)

    return make


def test_a_name_is_the_students_own(folder):
    student = StudentDefinitions(folder(causal="def mask(T):\n    return T + 1\n"), "causal")
    assert student.mask(3) == 4


def test_a_file_is_read_when_a_name_of_it_is_asked_for(folder):
    made = folder(causal="mask = 1\n", derivations="1 / 0\n", scratch="import nowhere\n")
    assert StudentDefinitions(made, "causal").mask == 1
    assert made.problems == {}


def test_a_file_is_run_once(folder):
    made = folder(causal="things = []\ndef mask(): things.append(1); return len(things)\n")
    assert [StudentDefinitions(made, "causal").mask() for _ in range(2)] == [1, 2]


def test_files_import_each_other_by_name(folder):
    made = folder(
        derivations="from causal import mask\nimport causal as c\ndef rows(): return mask() + c.mask()\n",
        causal="def mask():\n    from helpers import two\n    return two\n",
        helpers="two = 2\n",
    )
    assert StudentDefinitions(made, "derivations").rows() == 4


def test_files_of_the_student_do_not_shadow_libraries(folder):
    made = folder(causal="import random, torch\nmask = random.random, torch.ones\n", random="", torch="")
    assert StudentDefinitions(made, "causal").mask == (random.random, torch.ones)


def test_two_folders_keep_their_derivations_apart(tmp_path):
    for name in ("01_a", "02_b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "derivations.py").write_text(f"import dataclasses\nwho = '{name}'\n", encoding="utf-8")
    found = [StudentDefinitions(Folder(tmp_path / name), "derivations").who for name in ("01_a", "02_b")]
    assert found == ["01_a", "02_b"]


def test_dataclasses_work(folder):
    text = (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass Mask:\n    T: int\n"
    )
    assert StudentDefinitions(folder(causal=text), "causal").Mask(3).T == 3


def test_the_file_that_is_tested_wins_over_a_copy(folder):
    made = folder(causal_old="def mask(): return 'old'\n", causal="def mask(): return 'new'\n", a="def mask(): pass\n")
    assert StudentDefinitions(made, "causal").mask() == "new"


def test_a_name_may_come_from_another_file(folder):
    made = folder(causal="from mine import *\n", mine="def mask(): return 5\n")
    assert StudentDefinitions(made, "causal").mask() == 5


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1\ndef mask(T:\n", "02_causal/causal.py, line 2, column 9: does not parse: '(' was never closed"),
        (
            "def mask():\nreturn 1\n",
            "02_causal/causal.py, line 1, column 12: does not parse: expected an indented",
        ),
        (
            "x = 1\n1 / 0\ndef mask(): pass\n",
            "02_causal/causal.py, line 2: stopped there by ZeroDivisionError: ",
        ),
        (
            "import nowhere\ndef mask(): pass\n",
            "02_causal/causal.py, line 1: stopped there by ModuleNotFoundError: ",
        ),
        (
            "from pytest import approx\ndef mask(): pass\n",
            (
                "02_causal/causal.py, line 1: stopped there by ModuleNotFoundError: the grader does not have pytest; "
                "the libraries of the course are torch, numpy, matplotlib, tqdm"
            ),
        ),
        ("raise SystemExit\ndef mask(): pass\n", "02_causal/causal.py, line 1: stopped there by SystemExit"),
        (
            "\x00def mask(): pass\n",
            "02_causal/causal.py, line 1: does not parse: source code string cannot contain null bytes",
        ),
    ],
)
def test_a_file_that_does_not_load_is_told_in_one_sentence(folder, text, line):
    made = folder(causal=text, derivations="from causal import mask\ndef rows(): pass\n")
    for name, first in (("mask", "causal"), ("rows", "derivations")):
        with pytest.raises(LoadError) as raised:
            getattr(StudentDefinitions(made, first), name)
        assert str(raised.value).startswith(line)
        assert "\n" not in str(raised.value) or "does not parse" in line
    assert len(set(made.problems.values())) == 1


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("x = 1\ndef mask(T:\n", ["    def mask(T:", "            ^"]),
        ("if True:\n\treturn (\n", ["        return (", "               ^"]),
        (f"mask = [{'1, ' * 100}(\n", [f"    {('1, ' * 100)[-69:]}(", f"    {' ' * 69}^"]),
    ],
)
def test_a_line_that_does_not_parse_is_shown_with_a_caret(folder, text, marked):
    with pytest.raises(LoadError) as raised:
        _ = StudentDefinitions(folder(causal=text + "# mask"), "causal").mask
    assert str(raised.value).splitlines()[1:] == marked


def test_a_line_that_does_not_parse_costs_its_definition_only(folder):
    made = folder(causal="def first(): return 1\n\ndef mask(T):\n    return (T\n\ndef last(): return first()\n")
    assert StudentDefinitions(made, "causal").last() == 1
    with pytest.raises(LoadError, match="line 4, column 12: does not parse"):
        _ = StudentDefinitions(made, "causal").mask


def test_each_broken_definition_has_its_own_line(folder):
    made = folder(causal="def mask(T:\n    pass\n\ndef rows(T):\n    return T +\n")
    for name, line in (("mask", 1), ("rows", 5)):
        with pytest.raises(LoadError, match=f"line {line}, "):
            getattr(StudentDefinitions(made, "causal"), name)


def test_what_was_defined_before_a_file_stopped_is_there(folder):
    made = folder(causal="def mask(): return 1\nprint(maks())\n", derivations="from causal import mask\n")
    assert StudentDefinitions(made, "causal").mask() == 1
    assert StudentDefinitions(made, "derivations").mask() == 1
    assert list(made.problems) == ["causal"]


def test_a_missing_name_is_told_in_one_line(folder):
    student = StudentDefinitions(folder(causal="def maks(): pass\n"), "causal")
    with pytest.raises(NotDefinedError) as raised:
        _ = student.mask
    assert str(raised.value) == "mask is not defined in 02_causal/causal.py"


def test_tests_and_conftest_are_no_files_of_the_student(folder):
    assert list(folder(causal="", test_causal="", conftest="").files) == ["causal"]
