"""The notebooks of the handout, run by a real kernel: as they come, solved, and with mistakes."""

import json
import re
import subprocess
import sys

import pytest

from autograder.authoring.cells import PICTURE_TAG
from autograder.authoring.notebooks import PAYOFF_CELL
from autograder.course import load_course
from autograder.intake.outline import extract_exercises, read_handouts
from autograder.platforms.handout.contents import handout_files
from autograder.platforms.handout.writer import write_folder
from tests.helpers.notebooks import run, solved

pytestmark = [
    pytest.mark.notebook,
    pytest.mark.filterwarnings("ignore"),  # the kernel's own: what it thinks of sockets and loops
]
SHOWN = "02_causal"  # the notebook that `make test` runs; `make test-all` runs all
EVERY = pytest.mark.parametrize(
    "assignment",
    [pytest.param(item, id=item.id, marks=[pytest.mark.full] * (item.id != SHOWN)) for item in load_course()],
)


@pytest.fixture(scope="module")
def handout(course, tmp_path_factory):
    folder = tmp_path_factory.mktemp("handout") / "course"
    write_folder(folder, handout_files(course))
    return folder


def cells(notebook, kind="code"):
    return {cell["id"]: cell for cell in notebook["cells"] if cell["cell_type"] == kind}


def pictures(notebook):
    """The cells that draw, without those that run a payoff: they draw on stubs, too."""
    drawing = {name: cell for name, cell in cells(notebook).items() if PICTURE_TAG in cell["metadata"].get("tags", [])}
    own = [name for name in drawing if name != "setup" and not name.startswith("check-")]
    return [name for name in own if "".join(drawing[name]["source"]) != PAYOFF_CELL]


def payoff(notebook, shown):
    """What the cell that runs the payoff of a part shows, if there is one."""
    return [shown[name] for name, cell in cells(notebook).items() if "".join(cell["source"]) == PAYOFF_CELL]


@EVERY
def test_as_it_comes_every_check_says_not_attempted(handout, assignment):
    folder = handout / "assignments" / assignment.id
    notebook = json.loads((folder / f"{assignment.id}.ipynb").read_text(encoding="utf-8"))
    shown = run(notebook, folder)
    for exercise in assignment.exercises:
        told = shown[f"check-{exercise.name}"].text
        assert re.fullmatch(rf"○ {exercise.name}: not attempted( \(waits for \w+\))?", told)
    assert pictures(notebook)
    missing = [shown[name].text.strip() for name in pictures(notebook) if shown[name].text.strip()]
    assert all(re.fullmatch(r"a picture appears here when \w+ is written", text) for text in missing)
    assert len(missing) >= len(pictures(notebook)) - 1  # the first one of 01 prepares the example for others
    assert shown["check-all"].text.count("not attempted") == len(assignment.exercises)
    assert all("PyTorch's, because" in cell.text for cell in payoff(notebook, shown))


@EVERY
def test_solved_every_check_passes_and_every_picture_is_drawn(handout, assignment):
    notebook = solved(assignment)
    shown = run(notebook, handout / "assignments" / assignment.id)
    for exercise in assignment.exercises:
        text = shown[f"check-{exercise.name}"].text
        assert text.startswith(f"✓ {exercise.name}: ")
        assert text.endswith(" public checks passed")
    for name in pictures(notebook):
        assert shown[name].png or "<table" in shown[name].html, name
        assert "no picture" not in shown[name].text
    assert shown["check-all"].text.count("✓") == len(assignment.exercises)
    for cell in payoff(notebook, shown):
        assert ": yours" in cell.text
        assert "<svg" in cell.html


@EVERY
def test_a_solved_notebook_handed_in_gives_the_files(assignment, course):
    """No cell that checks or draws comes along."""
    taken = extract_exercises(json.dumps(solved(assignment)).encode(), assignment.id, read_handouts(course))
    assert taken.changed == {exercise.name for exercise in assignment.exercises}
    assert not taken.notes
    for source in taken.sources.values():
        assert b"_support" not in source
        assert b"example_" not in source


@pytest.fixture(scope="module")
def wrong(course, handout):
    """02 with three mistakes: an error, wrong values, and a missing name."""
    notebook = solved(course.assignment("02"))
    changes = {
        "code-causal_mask": "def causal_mask(T, device=None):\n    return torch.eye(T).bool()[None, None]",
        "code-masked_softmax": (
            "def masked_softmax(scores, d_k):\n    print('<b>here</b>')\n    return scores @ torch.ones(99, 99)"
        ),
        "code-first_row": "pass",
    }
    for cell in notebook["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name in changes:
            cell["source"] = [changes[name]]
    return run(notebook, handout / "assignments" / "02_causal")


def test_a_wrong_value_is_drawn_beside_what_is_expected(wrong):
    shown = wrong["check-causal_mask"]
    assert re.match(r"✗ causal_mask: wrong: [1-9]\d*/\d+ public checks passed\n", shown.text)
    assert "test_causal_mask_hides_later_keys_only" in shown.text
    assert shown.html.count("<table") == 2
    assert "yours" in shown.html
    assert "✗</td>" in shown.html


def test_an_error_shows_the_students_line_and_escapes_what_was_printed(wrong):
    shown = wrong["check-masked_softmax"]
    assert "stopped by an error" in shown.text
    assert "the cell, line 3, in masked_softmax" in shown.text
    assert "return scores @ torch.ones(99, 99)" in shown.text
    assert "<b>here</b>" in shown.text
    assert "<b>here</b>" not in shown.html


def test_a_cell_that_was_not_run_is_asked_for(wrong):
    assert "first_row is not defined yet: run its cell first" in wrong["check-first_row"].text


def test_a_picture_of_wrong_code_says_why_there_is_none(wrong):
    lines = [shown.text for shown in wrong.values() if "no picture yet: RuntimeError: " in shown.text]
    assert len(lines) == 2  # its own, and that of the head that calls it


def test_without_matplotlib_the_ends_of_curves_are_told():
    program = (
        "import sys; sys.modules['matplotlib.figure'] = None\n"
        "from assignments._support.pictures import curves\n"
        "curves({'loss': ([0, 1], [2.0, 0.5])}, across='step', up='loss')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "loss: from 2 to 0.5\n(`pip install matplotlib` draws it)" in done.stdout


def test_a_check_that_must_pass_is_an_error_otherwise_and_leaves_random_numbers_alone(course, handout):
    notebook = solved(course.assignment("00"))
    notebook["cells"] += [
        {
            "cell_type": "code",
            "id": "more",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": [
                "import torch\n",
                "torch.manual_seed(5); a = torch.rand(1); torch.manual_seed(5); check('row_sums'); b = torch.rand(1)\n",
                "def row_sums(x): return x\n",
                "try: check('row_sums', must_pass=True)\n",
                "except AssertionError as error: print(a == b, error)\n",
                "try: check('sums')\n",
                "except ValueError as error: print(error)",
            ],
        }
    ]
    text = run(notebook, handout / "assignments" / "00_warmup")["more"].text
    assert "tensor([True]) row_sums: wrong: " in text
    assert "00_warmup has no exercise called 'sums'" in text
