"""`autograder new`: one sentence for each mistake, nothing written then, and comments that stay."""

import difflib
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.__main__ import main
from autograder.course.approval import approve
from autograder.course.find import VARIABLE
from tests.helpers.paths import ROOT
from tests.helpers.scaffold import files_of

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; returns its status, and what it complains about."""
    monkeypatch.delenv(VARIABLE, raising=False)

    def run(*arguments: object) -> tuple[int, str]:
        capsys.readouterr()
        status = main(list(map(str, arguments)))
        lines = capsys.readouterr().err.splitlines()
        return status, "\n".join(line.removeprefix("autograder: ") for line in lines if "course: " not in line)

    return run


@pytest.fixture
def course(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new course with a part 01_order and an exercise `largest`; the process runs in it."""
    folder = tmp_path / "sorting"
    assert run("new", "course", folder, "--part", "01_order", "--exercise", "largest") == (0, "")
    monkeypatch.chdir(folder)
    return folder


MISUSES = {
    "taken": (["exercise", "01", "largest"], "largest: 01_order has an exercise of this name already"),
    "no word": (["exercise", "01", "3rd"], "3rd: is no name of an exercise; use letters, digits and _"),
    "topic": (["exercise", "01", "row__sums"], "row__sums: is no name of an exercise"),
    "keyword": (["exercise", "01", "lambda"], "lambda: is a word of Python itself"),
    "builtin": (["exercise", "01", "sum"], "sum: is a word of Python itself"),
    "notebook": (["exercise", "01", "example_rows"], "belong to the cells of notebooks"),
    "case": (["exercise", "01", "rows", "--kind", "class"], "rows: the name of a class begins with a capital letter"),
    "small": (["exercise", "01", "Rows", "--kind", "derivation"], "of a derivation begins with a small letter"),
    "part": (["exercise", "07", "rows"], "no assignment is called '07'; the course has 01_order"),
    "rule": (["exercise", "01", "rows", "--forbidden", "sort"], "sort: is no rule of the course; add a table"),
    "file": (["exercise", "01", "rows", "--file", "x.py"], "x.py: is no file of 01_order; choose from order.py"),
    "points": (["exercise", "01", "rows", "--points", "0"], "0.0 is not in the range x>0"),
    "decimals": (["exercise", "01", "rows", "--points", "0.125"], "at most two decimals are shown"),
    "kind": (["exercise", "01", "rows", "--kind", "klass"], "'klass' is not one of 'function', 'class'"),
    "no shape": (["exercise", "01", "rows", "--input", "x"], "--input x: write a name and a shape, such as 'x=T d_in'"),
    "no size": (
        ["exercise", "01", "rows", "--input", "x=T 2d"],
        "'2d' is no size; write a name, a number or a product",
    ),
    "two shapes": (
        ["exercise", "01", "rows", "--input", "x=T", "--input", "x=d"],
        "--input x=d: x has a shape already",
    ),
    "weights": (["exercise", "01", "rows", "--input", "x=T", "--weight", "W=T d"], "rows: only a class has weights"),
    "no weights": (
        ["exercise", "01", "Rows", "--input", "x=T"],
        "Rows: name the shapes of inputs and of weights, or none",
    ),
    "count": (
        ["exercise", "01", "n_rows", "--kind", "derivation", "--input", "x=T"],
        "of a derivation are written by hand",
    ),
    "same": (["exercise", "01", "Rows", "--input", "x=T", "--weight", "x=T d"], "x: is an input and a weight"),
    "layers": (
        ["exercise", "01", "Rows", "--input", "x=d", "--weight", "layers.{n}.W=d k"],
        "Rows: layers need their class and parameters of all of them: --of Inner --weight 'layers.{n}.W=d k'",
    ),
    "no class": (
        ["exercise", "01", "Rows", "--input", "x=d", "--weight", "layers.{n}.W=d k", "--of", "Row"],
        "Row: order.py has no exercise of this name; begin with it",
    ),
    "of alone": (["exercise", "01", "Rows", "--of", "largest"], "Rows: --of needs the shapes of inputs and of weights"),
    "weights of a first": (
        ["part", "02_more", "--input", "x=T", "--weight", "W=T d"],
        "more: only a class has weights",
    ),
    "number": (["part", "01_more"], "01_more: the course has a part 01_order already; take another number"),
    "id": (["part", "more"], "more: is no id of a part; write two digits and a word, such as 02_causal"),
    "module": (["part", "02_random"], "its file would be random.py, which is a module of Python's own"),
    "course": (["course", "."], "is no new or empty folder; name another one"),
}


@pytest.mark.parametrize(("arguments", "sentence"), MISUSES.values(), ids=MISUSES)
def test_a_mistake_is_one_sentence_and_nothing_is_written(
    course: Path, run: Run, arguments: list[str], sentence: str
) -> None:
    before = files_of(course)
    status, said = run("new", *arguments)
    assert status == 2
    assert sentence in said
    assert len(said.splitlines()) == 1
    assert files_of(course) == before


@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        ("def helper(x):\n    return x\n", "helper", "order.py defines this name already; take another name"),
        ("", "rest", "programs/rest.py: exists already; move it away, or take another name"),
    ],
)
def test_what_is_there_is_never_overwritten(course: Path, run: Run, text: str, name: str, sentence: str) -> None:
    part = course / "solutions/01_order"
    (part / "order.py").write_text((part / "order.py").read_text() + text)
    (part / "programs/rest.py").write_text("# mine\n")
    before = files_of(course)
    status, said = run("new", "exercise", "01", name)
    assert status == 2
    assert sentence in said
    assert files_of(course) == before


def test_a_mistake_of_the_same_name_is_not_defined_twice(course: Path, run: Run) -> None:
    (course / "solutions/shared").mkdir()
    shared = course / "solutions/shared/mistakes.toml"
    shared.write_text('[rest-not-divided]\nfamily = "scale"\ntext = "t"\nhint = "h"\n')
    status, said = run("new", "exercise", "01", "rest")
    assert (status, "has a mistake rest-not-divided already" in said) == (2, True)


def test_nothing_is_half_written_if_a_file_cannot_be(course: Path, run: Run) -> None:
    mistakes = course / "solutions/01_order/mistakes.toml"  # the last file that is written
    text = mistakes.read_text()
    programs = course / "solutions/01_order/programs"
    (programs / "largest.py").unlink()
    programs.rmdir()
    programs.write_text("a file in place of the folder\n")
    before = files_of(course)
    status, said = run("new", "exercise", "01", "rest")
    assert status == 2
    assert "cannot be written" in said
    assert files_of(course) == before
    assert mistakes.read_text() == text


def test_a_new_part_leaves_no_folders_if_it_cannot_be_written(course: Path, run: Run) -> None:
    (course / "solutions").rename(course / "kept")
    (course / "solutions").write_text("a file in place of the folder\n")
    before = files_of(course)
    assert run("new", "part", "02_more")[0] == 2
    assert files_of(course) == before


def test_a_generator_adds_its_model_to_the_arguments_of_the_course_once(course: Path, run: Run) -> None:
    shared = course / "solutions/shared"
    shared.mkdir()
    own = '"""Arguments."""\n\nBUILDERS = {"own": dict}\n'
    (shared / "arguments.py").write_text(own)
    assert run("new", "exercise", "01", "write_on", "--kind", "generator") == (0, "")
    text = (shared / "arguments.py").read_text()
    assert text.startswith('"""Arguments."""')
    builders: dict[str, object] = {}
    exec(text, builders)
    assert set(builders["BUILDERS"]) == {"own", "look_up"}  # type: ignore[call-overload]
    assert run("new", "exercise", "01", "write_more", "--kind", "generator") == (0, "")
    assert (shared / "arguments.py").read_text() == text


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    return [line[2:] for line in lines if line[0] == "-"], [line[2:] for line in lines if line[0] == "+"]


def test_comments_and_order_of_the_course_file_stay(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "course.toml").read_text()
    old = tomllib.loads(text)
    folder = tmp_path / "course"
    for part in old["assignment"]:
        for file in part["file"]:
            (folder / "solutions" / part["id"]).mkdir(parents=True, exist_ok=True)
            (folder / "solutions" / part["id"] / file["name"]).write_text("# %% [markdown]\n# # Title\n")
    (folder / "course.toml").write_text(text)
    approve(folder)
    monkeypatch.chdir(folder)
    assert run("new", "exercise", "01", "own_softmax", "--forbidden", "softmax", "--points", "0.25") == (0, "")
    assert run("new", "exercise", "00", "n_rows", "--kind", "derivation") == (0, "")
    assert run("new", "part", "09_last", "--title", 'The "last"') == (0, "")
    after = (folder / "course.toml").read_text()
    removed, added = changed_lines(text, after)
    (one_line,) = [line for line in text.splitlines() if "row_sums" in line]
    assert removed == [f"total = {old['total']}", one_line]
    total = f"total = {old['total'] + 4.25:g}"
    entry = '    { name = "own_softmax", points = 0.25, forbidden = "softmax" },'
    extended = one_line.removesuffix("]") + ', { name = "n_rows", points = 2 }]'
    part = ["[[assignment]]", 'id = "09_last"', 'title = "The \\"last\\""', "prerequisites = []"]
    part += ["[[assignment.file]]", 'name = "last.py"', 'exercises = [{ name = "last", points = 2 }]']
    assert sorted(filter(None, added)) == sorted([total, extended, entry, *part])
    assert "\n".join(["", *part, ""]) in after
    assert after.index("09_last") < after.index("# What one exercise may use")


def test_a_derivation_goes_to_the_file_of_derivations(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("new", "course", tmp_path / "c", "--part", "01_order", "--exercise", "largest") == (0, "")
    monkeypatch.chdir(tmp_path / "c")
    part = tmp_path / "c/solutions/01_order"
    text = (tmp_path / "c/course.toml").read_text().replace("total = 2", "total = 3")
    second = '[[assignment.file]]\nname = "derivations.py"\nexercises = [{ name = "n_rows", points = 1 }]\n'
    (tmp_path / "c/course.toml").write_text(text.replace("\n# What one", f"{second}\n# What one"))
    (part / "derivations.py").write_text("# %% [markdown]\n# # Counting\n")
    assert run("new", "exercise", "01", "n_columns", "--kind", "derivation") == (0, "")
    assert run("new", "exercise", "01", "smallest") == (0, "")
    assert "def n_columns" in (part / "derivations.py").read_text()
    assert "def smallest" in (part / "order.py").read_text()
    assert (part / "public/test_derivations.py").read_text().count("exercise(") == 2
