"""One source: what `autograder sync` makes of a solution file."""

import ast
import json
import shutil
import sys

import pytest

from autograder.authoring.generated import kit_files
from autograder.authoring.sync import run_sync
from autograder.course import load_course
from tests.helpers.course_builder import DOUBLE, HEAD, PICTURE, STUB, TWICE


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
    import nbformat  # noqa: PLC0415 - takes seconds, which other tests need not wait for
    from nbgrader.nbgraderformat import MetadataValidator  # noqa: PLC0415 - the same

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
    for check in (True, False):
        status, said = author.sync(check=check)
        assert status == 1
        assert len(said) == 1
        assert said[0].startswith("autograder: assignments/01_doubling/halving.py: nothing in solutions/ gives it; ")
    assert old.exists()


@pytest.mark.parametrize("library", ["jupytext", "nbgrader.preprocessors.clearsolutions"])
def test_a_missing_library_is_one_sentence(author, monkeypatch, library):
    monkeypatch.delitem(sys.modules, "autograder.authoring.clearing", raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    status, said = author.sync(check=True)
    assert status == 2
    assert len(said) == 1
    assert "pip install -e '.[notebooks]'" in said[0]


def test_this_repository_is_in_sync(capsys):
    status = run_sync(load_course(), check=True)
    assert (status, capsys.readouterr().err) == (0, "")


@pytest.mark.parametrize("assignment", load_course().assignments, ids=lambda item: item.id)
def test_every_exercise_of_the_stubs_is_left_to_the_student(assignment):
    for file in assignment.files:
        text = (load_course().assignments_folder / assignment.id / file).read_text(encoding="utf-8")
        assert "SOLUTION" not in text
        found = {node.name: ast.unparse(node) for node in ast.parse(text).body if hasattr(node, "name")}
        for exercise in assignment.of_file(file):
            assert "raise NotImplementedError" in found[exercise.name]


def test_a_generated_file_that_was_edited_by_hand_is_kept_and_its_source_named(author):
    author.sync()
    name, stub = "01_doubling/doubling.py", author.folder / "doubling.py"
    edited = stub.read_text(encoding="utf-8") + "\n# a better text\n"
    stub.write_text(edited, encoding="utf-8")
    author.write(author.solution.read_text(encoding="utf-8").replace("twice", "two times"))
    status, said = author.sync()
    assert status == 1
    assert said == [
        f"autograder: assignments/{name}: was edited by hand; move the edit to solutions/{name}",
        "autograder: nothing was written; `autograder sync --force` discards such edits",
    ]
    assert stub.read_text(encoding="utf-8") == edited
    assert author.sync(force=True) == (0, [])
    assert stub.read_text(encoding="utf-8") != edited


def test_public_tests_and_the_student_kit_are_copied(author):
    public = author.solution.parent / "public"
    public.mkdir()
    (public / "test_doubling.py").write_text("def test_double(student): ...\n", encoding="utf-8")
    assert author.sync() == (0, [])
    assert author.files()["test_doubling.py"] == b"def test_double(student): ...\n"
    for name, source in kit_files().items():
        assert (author.folder.parent / name).read_bytes() == source.read_bytes()
    (public / "test_halving.py").write_text("", encoding="utf-8")
    status, (sentence,) = author.sync()
    assert status == 1
    assert sentence.endswith(
        "solutions/01_doubling/public/test_halving.py: no file of 01_doubling is called halving.py"
    )


def test_data_of_a_part_is_copied_and_an_edit_of_the_copy_names_its_source(author):
    source = author.solution.parent / "material" / "words.txt"
    source.parent.mkdir()
    source.write_text("one two\n", encoding="utf-8")
    assert author.sync() == (0, [])
    copy = author.folder / "words.txt"
    assert copy.read_text(encoding="utf-8") == "one two\n"
    copy.write_text("one\n", encoding="utf-8")
    status, lines = author.sync()
    assert status == 1
    assert "assignments/01_doubling/words.txt: was edited by hand" in lines[0]
    assert "solutions/01_doubling/material/words.txt" in lines[0]
