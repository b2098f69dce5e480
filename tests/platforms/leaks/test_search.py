"""Nothing secret goes out: the handout is searched, and the search finds what is planted."""

import json
import marshal
from dataclasses import replace
from importlib.util import MAGIC_NUMBER

import pytest

from autograder.course import Assignment, CourseError, Exercise
from autograder.platforms.handout.contents import handout_files
from autograder.platforms.handout.writer import zip_bytes
from autograder.platforms.leaks.forbidden import forbidden_in, forbidden_texts, solution_lines
from autograder.platforms.leaks.search import find_leaks
from tests.helpers.archives import read_zip

pytestmark = pytest.mark.zoo

LINE = (
    '    words = sentence.replace(",", "").split()'  # of the solution of build_vocab; JSON writes its quotes otherwise
)
STUB, NOTEBOOK = "assignments/02_causal/causal.py", "assignments/02_causal/02_causal.ipynb"
TEST, README = "assignments/02_causal/test_causal.py", "assignments/02_causal/README.md"


@pytest.fixture(scope="module")
def secrets(course):
    return forbidden_in(course)


@pytest.fixture(scope="module")
def handout(course):
    return handout_files(course, github=True)


@pytest.fixture
def files(handout):
    """A few of its files, in which something can be planted."""
    return {name: handout[name] for name in (STUB, NOTEBOOK, TEST, README)}


def changed(files, name, change):
    """The handout with something done to a notebook."""
    notebook = json.loads(files[name])
    change(notebook)
    return files | {name: json.dumps(notebook).encode()}


def code(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_the_zip_of_the_handout_holds_all_its_files_and_no_secret(handout, secrets):
    zipped = read_zip(zip_bytes(handout, "course"))
    assert {f"course/{name}": content for name, content in handout.items()}.items() <= zipped.items()
    assert find_leaks(zipped, secrets) == []


def test_every_exercise_has_a_line_to_search_for(course):
    lines = solution_lines(course)
    for assignment in course:
        for exercise in assignment.exercises:
            text = (course.solutions_folder / assignment.id / exercise.file).read_text(encoding="utf-8")
            part = text.split(f"# ## `{exercise.name}`")[1].split("\n# ## ")[0]
            assert any(line in "".join(part.split()) for line in lines), exercise.name


PLANTED = {
    "in a stub": lambda files: files | {STUB: files[STUB] + LINE.encode()},
    "in a text, in other words of white space": lambda files: (
        files | {README: files[README] + b'So\nwords=sentence.replace( ",", "" )\n  .split()\nis all.'}
    ),
    "in a public test": lambda files: files | {TEST: files[TEST] + f"def f(weights):\n{LINE}".encode()},
    "in a cell of a notebook": lambda files: changed(
        files, NOTEBOOK, lambda book: code(book)[3].update(source=["# so\n", LINE])
    ),
    "in an output of a notebook": lambda files: changed(
        files,
        NOTEBOOK,
        lambda book: code(book)[3].update(outputs=[{"output_type": "stream", "name": "stdout", "text": [LINE]}]),
    ),
    "in the metadata of a notebook": lambda files: changed(
        files, NOTEBOOK, lambda book: book["metadata"].update(note={"deep": [LINE, 1]})
    ),
    "in the metadata of a cell": lambda files: changed(
        files, NOTEBOOK, lambda book: code(book)[3]["metadata"].update({LINE: True})
    ),
    "in the name of a file": lambda files: files | {f"{LINE}.txt": b""},
    "in a data file": lambda files: files | {"assignments/_support/data.json": json.dumps({"a": [LINE]}).encode()},
}


@pytest.mark.parametrize("plant", PLANTED.values(), ids=PLANTED)
def test_a_line_of_a_solution_is_found_wherever_it_stands(files, secrets, plant):
    found = find_leaks(plant(files), secrets)
    assert any('contains the solution of build_vocab: words=sentence.replace(",","").split()' in item for item in found)


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ("    return result", False),
        ("    return result + 1", True),
        ("    for row in rows:", False),
        ("    n = 0", False),
        ("    from collections import Counter", False),
        ("    odd = torch.isnan(a) & torch.isnan(b)", True),
        ('    before = os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD")', False),  # a line of the kit
    ],
)
def test_what_is_in_many_programs_is_no_secret(line, secret, course, tmp_path):
    part = Assignment("01_order", "Order", (), (Exercise("01_order", "order.py", "first", 1.0),))
    other = replace(course, assignments=(part,), folder=tmp_path)
    source = f"# %%\ndef first(rows):\n    ### BEGIN SOLUTION\n{line}\n    ### END SOLUTION\n"
    (tmp_path / "solutions/01_order").mkdir(parents=True)
    (tmp_path / "solutions/01_order/order.py").write_text(source)
    assert bool(solution_lines(other)) == secret


def test_a_file_of_checks_that_is_no_python_is_named_with_its_line(course, tmp_path):
    checks = tmp_path / "solutions/01_order/checks"
    checks.mkdir(parents=True)
    (checks / "test_order.py").write_text("def test_it(student):\n    assert student.first(\n")
    with pytest.raises(CourseError, match=r"solutions/01_order/checks/test_order.py, line 2: .*never closed"):
        forbidden_texts(replace(course, folder=tmp_path))


def test_bytecode_is_found_and_refused(files, secrets):
    compiled = MAGIC_NUMBER + bytes(12) + marshal.dumps(compile("visible = 1", "causal.py", "exec"))
    found = find_leaks(files | {"assignments/02_causal/__pycache__/causal.cpython-311.pyc": compiled}, secrets)
    assert len(found) == 2
    assert "a folder called __pycache__ must not go out" in found[0]
    assert "is no text and cannot be searched" in found[1]


def test_an_archive_inside_is_refused(files, secrets):
    assert "is no text" in find_leaks(files | {"more.zip": zip_bytes({"a.py": LINE.encode()}, "more")}, secrets)[0]


def test_an_output_is_refused_whatever_it_says(files, secrets):
    drawn = changed(files, NOTEBOOK, lambda book: code(book)[0].update(outputs=[{"output_type": "display_data"}]))
    assert find_leaks(drawn, secrets) == [f"{NOTEBOOK}, cell setup: has an output or an attachment; clear it"]


def test_a_comment_of_the_zip_is_searched(files, secrets):
    data = bytearray(zip_bytes({"a.txt": b""}, "course"))
    comment = LINE.encode()
    data[-2:] = len(comment).to_bytes(2, "little")
    assert (
        "(comments of the zip), line 1: contains the solution"
        in find_leaks(read_zip(bytes(data) + comment), secrets)[0]
    )


@pytest.mark.parametrize(
    "secret",
    [
        "assert_close(student.merge_heads(split(x, h).contiguous()), x)",  # of a hidden check
        "from solutions.shared.reference.attention import is_hidden",
        "pytest solutions/00_warmup/checks",
        "see test_02_causal_masks.py",
        "### BEGIN HIDDEN TESTS",
    ],
)
def test_hidden_checks_are_found_by_what_they_do_and_where_they_are(files, secrets, secret):
    found = find_leaks({README: secret.encode()}, secrets)
    assert any(what in sentence for sentence in found for what in ("the hidden checks (", "a mark of a solution"))


def test_numbers_that_only_a_hidden_check_expects_are_found(secrets):
    run = min(secrets.numbers)
    text = f"expected = torch.tensor([{run[0]:.4f}, {run[1]:.4f},\n    {run[2]:.4f}])"
    assert "line 1: contains numbers of the hidden checks" in find_leaks({TEST: text.encode()}, secrets)[0]


def test_figures_that_the_sources_print_are_no_secret(secrets):
    assert find_leaks({TEST: b"[[0.1772, 0.1326, 0.1879, 0.1645, 0.1547, 0.1831]]"}, secrets) == []
