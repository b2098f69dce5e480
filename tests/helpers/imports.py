"""Small originals of what `autograder import` reads: a folder of pytest files, a notebook of nbgrader, one of otter."""

from pathlib import Path
from typing import Any

import nbformat.v4 as nb

SOLUTION = '''"""What students write."""
import numpy as np

LIMIT = 9


def scaled(numbers, by):
    """Every number, times another one.

    In numpy.
    """
    return numbers * by


def doubled_in_place(numbers):
    numbers *= 2


class Box:
    """A box of things."""

    def __init__(self, *items):
        self.items = list(items)

    def count(self): return len(self.items)
'''
PYTEST_FILES = {
    "__init__.py": "",
    "adapters.py": SOLUTION,
    "conftest.py": """import numpy as np
import pytest
from pathlib import Path


@pytest.fixture
def numbers(): return np.array([1.0, 2.0])


@pytest.fixture
def snapshot(request):
    def matches(array):
        saved = np.load(Path("tests/snapshots") / f"{request.node.name}.npz")["array"]
        np.testing.assert_allclose(array, saved)

    return matches


@pytest.fixture
def full_box():
    from .adapters import Box
    return Box(1, 2, 3)
""",
    "helpers.py": """from .adapters import Box


def boxed(*items):
    return Box(*items)
""",
    "test_scaled.py": '''"""Tests of scaled."""
import numpy as np

from tests import adapters

from .adapters import LIMIT, doubled_in_place, scaled


def test_scaled(snapshot, numbers):
    """Every number."""
    snapshot(scaled(numbers, by=2))  # as it was written


def test_limit(): assert LIMIT == 9


def test_patched(monkeypatch):
    monkeypatch.setattr(np, "sum", None)
    assert scaled(1, 2) == 2


def test_renamed():
    adapters.scaled = max
    assert scaled(1, 2) == 2


def test_in_place(numbers):
    doubled_in_place(numbers)
    assert numbers[0] == 2


def test_file(tmp_path):
    assert scaled(1, 2) == 2


def test_by_the_module(): assert adapters.scaled(3, 3) == 9
''',
    "test_box.py": """import no_such_module
import pytest

from .adapters import Box, scaled
from .helpers import boxed


class Small(Box):
    pass


@pytest.mark.parametrize("count", [1, 2])
def test_count(count):
    assert Box(*range(count)).count() == count


def test_boxed():
    assert boxed(1, 2).count() == 2


def test_full(full_box): assert full_box.count() == 3


def test_subclass(): assert Small(1).count() == 1


def test_absent(): assert no_such_module.count(Box(1)) == 1


class TestBox:
    def test_items(self):
        assert Box(5).items == [5]

    def test_none(self):
        assert scaled(Box().count() + 1, 4) == 4


class TestState:
    def setup_method(self):
        self.box = Box()

    def test_empty(self):
        assert self.box.count() == 0
""",
}


def code(source: str, output: str = "", **about: Any) -> Any:
    outputs = [nb.new_output("execute_result", {"text/plain": output}, execution_count=1)] if output else []
    return nb.new_code_cell(source, metadata={"nbgrader": about} if about else {}, outputs=outputs)


def graded(name: str, points: float, source: str) -> Any:
    return code(source, grade=True, solution=False, grade_id=name, points=points, locked=True, schema_version=3)


NBGRADER = [
    nb.new_markdown_cell("# Halves"),
    code("%matplotlib inline\nimport numpy as np\nPARTS = 2\nprint(PARTS)"),
    nb.new_markdown_cell("Write a function that halves."),
    code(
        "def halves(numbers):\n    ### BEGIN SOLUTION\n    return numbers / PARTS\n    ### END SOLUTION",
        grade=False,
        solution=True,
        grade_id="halves-code",
    ),
    code("far = np.array([1e9])\nhalves(far)"),
    graded(
        "test_halves", 2, "assert halves(4) == 2\n### BEGIN HIDDEN TESTS\nassert halves(3) == 1.5\n### END HIDDEN TESTS"
    ),
    graded("halves-far", 0.5, '"""Far numbers."""\nassert halves(far)[0] == 5e8'),
    code("def quarter(x):\n    return halves(halves(x))", solution=True, grade=False, grade_id="quarter-code"),
    graded("quarter", 1, "assert quarter(8) == 2"),
    graded("uses", 1, "kept = halves\ndel halves\ntry:\n    quarter(8)\nfinally:\n    halves = kept"),
    nb.new_markdown_cell(
        "Because.", metadata={"nbgrader": {"grade": True, "solution": True, "grade_id": "why", "points": 1}}
    ),
]
OTTER = [
    nb.new_raw_cell("# ASSIGNMENT CONFIG\nname: hw01"),
    nb.new_raw_cell("# BEGIN QUESTION\nname: q1"),
    nb.new_raw_cell("# BEGIN SOLUTION"),
    code("answer = 42 # SOLUTION"),
    nb.new_raw_cell("# END SOLUTION"),
    nb.new_raw_cell("# BEGIN TESTS"),
    code("answer == 42", "True"),
    nb.new_raw_cell("# END TESTS"),
    nb.new_raw_cell("# END QUESTION"),
    nb.new_markdown_cell("```otter\n# BEGIN QUESTION\nname: q2\npoints: 3\n```"),
    nb.new_markdown_cell("**Question 2.** Square a number."),
    nb.new_raw_cell("# BEGIN SOLUTION"),
    code('def square(x):\n    """The square."""\n    y = x * x # SOLUTION\n    return y # SOLUTION'),
    nb.new_raw_cell("# END SOLUTION"),
    nb.new_raw_cell("# BEGIN TESTS"),
    code("square(3)", "9"),
    code('""" # BEGIN TEST CONFIG\npoints: 2\nhidden: true\n""" # END TEST CONFIG\nassert square(-1) == 1'),
    nb.new_raw_cell("# END TESTS"),
    nb.new_raw_cell("# END QUESTION"),
    nb.new_raw_cell("# BEGIN QUESTION\nname: q3\nmanual: true"),
    nb.new_raw_cell("# END QUESTION"),
]


def notebook(path: Path, cells: list[Any]) -> Path:
    """Write a notebook."""
    path.write_text(nb.writes(nb.new_notebook(cells=cells)), encoding="utf-8")
    return path
