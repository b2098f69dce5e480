"""One source: what `autograder sync` makes of a solution file, and how it says what is wrong with one."""

import ast
import json
import shutil
import sys
from pathlib import Path

import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator

from autograder.authoring.sync import ROOT, run_sync
from autograder.course import Assignment, Course, Exercise, load_course

HEAD = """# %% [markdown]
# # 01 · Doubling
#
# Twice as much.

# %%
from torch import Tensor, nn
"""
DOUBLE = '''
# %% [markdown]
# ## `double`
# *difficulty: ●○○ · about 5 minutes*
#
# Two of everything: $2x$.


# %%
def double(x: Tensor) -> Tensor:
    """Return twice `x`."""
    ### BEGIN SOLUTION
    secret = 2
    return secret * x
    ### END SOLUTION
'''
TWICE = '''
# %% [markdown]
# ## `Twice`
# *difficulty: ●●○ · about 10 minutes*


# %%
class Twice(nn.Module):
    """Doubles."""

    def __init__(self) -> None:
        super().__init__()
        self.factor = 2

    def forward(self, x: Tensor) -> Tensor:
        """Return twice `x`."""
        ### BEGIN SOLUTION
        return self.factor * x
        ### END SOLUTION
'''
STUB = (
    HEAD
    + DOUBLE.split("    ### BEGIN", maxsplit=1)[0]
    + "    raise NotImplementedError  # your code here\n\n"
    + TWICE.split("        ### BEGIN", maxsplit=1)[0]
    + "        raise NotImplementedError  # your code here\n"
)


class Author:
    """A course of one file in a folder of its own."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.solution = root / "solutions" / "01_doubling" / "doubling.py"
        self.folder = root / "assignments" / "01_doubling"
        self.solution.parent.mkdir(parents=True)
        self._roots = {"solutions": root / "solutions", "assignments": root / "assignments"}
        self._capsys = capsys
        self.write(HEAD + DOUBLE + "\n" + TWICE)

    def write(self, text: str) -> None:
        self.solution.write_text(text, encoding="utf-8")

    def sync(self, *, check: bool = False) -> tuple[int, list[str]]:
        """Exit status, and what was said to the author."""
        exercises = (
            Exercise("01_doubling", "doubling.py", "double", 1.5),
            Exercise("01_doubling", "doubling.py", "Twice", 2),
        )
        assignment = Assignment("01_doubling", "Doubling", (), exercises)
        course = Course("Course", (assignment,), load_course().limits)
        self._capsys.readouterr()
        return run_sync(check, course=course, **self._roots), self._capsys.readouterr().err.splitlines()

    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.glob("*")}


@pytest.fixture
def author(tmp_path, capsys):
    return Author(tmp_path, capsys)


def test_a_stub_is_the_solution_without_its_regions(author):
    assert author.sync() == (0, [])
    assert (author.folder / "doubling.py").read_text(encoding="utf-8") == STUB


def test_the_handout_says_what_there_is_to_do(author):
    author.sync()
    text = (author.folder / "README.md").read_text(encoding="utf-8")
    assert text.splitlines()[2:5] == ["# 01 · Doubling", "", "Twice as much."]
    assert "| `double` | [doubling.py](doubling.py) | ●○○ | 5 | 1.5 |\n" in text
    assert "| together | | | 15 | 3.5 |\n" in text
    assert "pytest assignments/01_doubling -k double" in text


def test_the_notebook_is_what_nbgrader_expects(author):
    author.sync()
    text = (author.folder / "01_doubling.ipynb").read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)
    marked = [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
    assert [cell.metadata.nbgrader.grade_id for cell in marked] == ["code-double", "code-Twice"]
    assert all(cell.metadata.nbgrader.solution and cell.metadata.nbgrader.schema_version == 3 for cell in marked)
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)


def test_the_notebook_holds_neither_solutions_nor_outputs(author):
    author.sync()
    text = (author.folder / "01_doubling.ipynb").read_text(encoding="utf-8")
    assert "secret" not in text
    assert "SOLUTION" not in text
    assert all(not cell.get("outputs") for cell in json.loads(text)["cells"])


PICTURE = """
# %% tags=["active-ipynb"]
# with picture():
#     heat_map(double(torch.ones(2, 2)))
"""


def test_a_picture_stands_in_the_notebook_and_not_in_the_file(author):
    author.write(HEAD + DOUBLE + "\n" + PICTURE + TWICE)
    assert author.sync() == (0, [])
    assert (author.folder / "doubling.py").read_text(encoding="utf-8") == STUB
    cells = json.loads((author.folder / "01_doubling.ipynb").read_text(encoding="utf-8"))["cells"]
    drawing = [cell for cell in cells if "heat_map(double" in "".join(cell["source"])]
    assert [cell["source"] for cell in drawing] == [["with picture():\n", "    heat_map(double(torch.ones(2, 2)))"]]


def test_behind_every_exercise_stands_a_cell_that_checks_it(author):
    author.write(HEAD + DOUBLE + "\n" + PICTURE + TWICE)
    author.sync()
    cells = json.loads((author.folder / "01_doubling.ipynb").read_text(encoding="utf-8"))["cells"]
    names = [cell["id"] for cell in cells if cell["cell_type"] == "code"]
    assert names[0] == "setup"
    assert names[2:] == ["doubling-3", "check-double", "doubling-4", "doubling-6", "check-Twice", "check-all"]


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("# with", "with", 25, "every line is a comment, so that the file does not run it"),
        ("picture():", "picture(:", 25, "no Python: "),
        ('["active-ipynb"]', '["picture"]', 24, "a cell begins with one of `# %%`, `# %% [markdown]`, `# %% tags="),
        ("# with", '# """\n### BEGIN SOLUTION\n### END SOLUTION\n# """\n# with', 26, "marks belong into the code cell"),
    ],
)
def test_a_mistake_in_a_picture_is_named_with_its_line(author, old, new, line, sentence):
    author.write(HEAD + DOUBLE + PICTURE.replace(old, new) + TWICE)
    status, said = author.sync()
    assert status == 1
    found = [item for item in said if sentence in item]
    assert [item.split(":")[2] for item in found] == [str(line)], said


def test_making_everything_again_gives_the_same_bytes(author):
    author.sync()
    before = author.files()
    shutil.rmtree(author.folder)
    author.sync()
    assert author.files() == before


def test_a_check_right_after_is_content(author):
    author.sync()
    assert author.sync(check=True) == (0, [])


def test_a_check_names_each_file_that_drifted_and_writes_nothing(author):
    author.sync()
    (author.folder / "README.md").unlink()
    (author.folder / "doubling.py").write_text("edited by hand\n", encoding="utf-8")
    before = author.files()
    status, said = author.sync(check=True)
    assert status == 1
    assert [line.split(": ")[1] for line in said] == [
        "assignments/01_doubling/README.md",
        "assignments/01_doubling/doubling.py",
    ]
    assert author.files() == before


def test_a_changed_text_drifts_everywhere(author):
    author.sync()
    author.write((HEAD + DOUBLE + "\n" + TWICE).replace("Twice as much", "Two for one"))
    assert len(author.sync(check=True)[1]) == 3


def test_a_file_that_no_solution_gives_is_named_and_kept(author):
    author.sync()
    old = author.folder / "halving.py"
    old.write_text("", encoding="utf-8")
    (author.folder / "test_doubling.py").write_text("", encoding="utf-8")
    for check in (True, False):
        status, said = author.sync(check=check)
        assert status == 1
        assert len(said) == 1
        assert said[0].startswith("autograder: assignments/01_doubling/halving.py: nothing in solutions/ gives it; ")
    assert old.exists()


BEGIN, END = "    ### BEGIN SOLUTION\n", "    ### END SOLUTION\n"


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        (BEGIN, "", 21, "`### END SOLUTION` without a `### BEGIN SOLUTION` in front of it"),
        (END, "", 19, "`### BEGIN SOLUTION` without an `### END SOLUTION`"),
        (BEGIN, BEGIN + BEGIN, 20, "`### BEGIN SOLUTION` inside of the region that begins in line 19"),
        ("### BEGIN", "# BEGIN", 19, "a mark stands alone in its line and reads"),
        ("from torch", BEGIN.strip() + "\n" + END.strip() + "\nfrom torch", 7, "marks belong into the code cell"),
        ("# # 01", "# 01", 1, "the file begins with a markdown cell, and that with a title"),
        ("## `double`", "## double", 1, "`double` has 0 headings, not 1"),
        ("## `double`", "## `dubble`", 10, "`dubble` is no exercise of the course in this file"),
        ("●○○ · about", "easy, about", 11, "below the heading of `double` stands `*difficulty: "),
        ("def double", "def dubble", 17, "the cell of `double` does not define it"),
        ("def double(", "def double((", 17, "no Python: "),
        ("\n\n# %%\ndef", "\n\n# %% [markdown]\n# %%\ndef", 10, "no code cell follows the heading of `double`"),
        (
            BEGIN + DOUBLE.split(BEGIN)[1],
            "    return 2 * x\n",
            17,
            "the cell of `double` leaves nothing to write: it has no `### BEGIN SOLUTION`",
        ),
    ],
)
def test_a_mistake_in_a_solution_file_is_named_with_its_line(author, old, new, line, sentence):
    text = HEAD + DOUBLE + "\n" + TWICE
    assert old in text
    author.write(text.replace(old, new, 1))
    status, said = author.sync()
    assert status == 1
    assert any(item.startswith(f"autograder: solutions/01_doubling/doubling.py:{line}: {sentence}") for item in said)
    assert not author.folder.exists()


def test_another_order_than_the_course_is_named(author):
    author.write(HEAD + TWICE + "\n" + DOUBLE)
    assert author.sync()[1] == [
        "autograder: solutions/01_doubling/doubling.py:10: the exercises stand in another order than in the course"
    ]


def test_what_takes_too_much_with_it_is_named(author):
    author.write((HEAD + DOUBLE + "\n" + TWICE).replace("    secret", "    if True:\n" + END + "        secret", 1))
    text = author.solution.read_text(encoding="utf-8")
    author.write(text.replace("    return secret * x\n" + END, "        return secret * x\n", 1))
    status, said = author.sync()
    assert status == 1
    assert said[0].startswith(
        "autograder: 01_doubling/doubling.py: without the solutions it is no Python: unexpected i"
    )


def test_a_solution_without_an_exercise_is_named(author):
    author.solution.with_name("halving.py").write_text(HEAD, encoding="utf-8")
    assert author.sync() == (
        1,
        ["autograder: solutions/01_doubling/halving.py: the course has no exercise in this file"],
    )


def test_a_missing_solution_is_named(author):
    author.solution.unlink()
    assert author.sync() == (
        1,
        ["autograder: solutions/01_doubling/doubling.py: is missing; the course has exercises in it"],
    )


@pytest.mark.parametrize("library", ["jupytext", "nbgrader.preprocessors.clearsolutions"])
def test_a_missing_library_is_one_sentence(author, monkeypatch, library):
    monkeypatch.delitem(sys.modules, "autograder.authoring.clearing", raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    status, said = author.sync(check=True)
    assert status == 2
    assert len(said) == 1
    assert "pip install -e '.[notebooks]'" in said[0]


def test_this_repository_is_in_sync(capsys):
    status = run_sync(check=True)
    assert (status, capsys.readouterr().err) == (0, "")


@pytest.mark.parametrize("assignment", load_course().assignments, ids=lambda item: item.id)
def test_every_exercise_of_the_stubs_is_left_to_the_student(assignment):
    for file in assignment.files:
        text = (ROOT / "assignments" / assignment.id / file).read_text(encoding="utf-8")
        assert "SOLUTION" not in text
        found = {node.name: ast.unparse(node) for node in ast.parse(text).body if hasattr(node, "name")}
        for exercise in assignment.of_file(file):
            assert "raise NotImplementedError" in found[exercise.name]
