"""Out of a notebook come the exercises and what they need, and nothing that was only tried."""

import codecs
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.intake import parser_process
from autograder.intake.outline import read_handouts, read_stubs
from autograder.intake.parser_process import ParserProcess
from autograder.intake.read import read_class
from autograder.sandbox.guest.slicing import dependency_slice, statements
from tests.helpers import archives
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.process

SOLVED = "def causal_mask(T, device=None):\n    return torch.ones(T)"


@pytest.fixture(scope="module")
def reader() -> Iterator[ParserProcess]:
    with ParserProcess() as made_reader:
        yield made_reader


def compute(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def kept(source: str, *names: str) -> str:
    return "\n".join(item.text for item in dependency_slice(statements(source), names))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "import torch\nimport os\ndef f(): return torch.ones(2)\nprint(f())",
            "import torch\ndef f(): return torch.ones(2)",
        ),
        ("def g(): return 1\ndef f(): return g()\ndef h(): return f()", "def g(): return 1\ndef f(): return g()"),
        ("SCALE = 2\nx = SCALE\ndef f(): return SCALE", "SCALE = 2\ndef f(): return SCALE"),
        ("x = 1\ndef f(x): return x", "def f(x): return x"),
        ("x = 1\ndef f():\n    x = 2\n    return x", "def f():\n    x = 2\n    return x"),
        ("def f(): return 1\ndef f(): return 2", "def f(): return 1\ndef f(): return 2"),
        (
            "import functools as t\n@t.cache\ndef f(): return 1\nf()",
            "import functools as t\n@t.cache\ndef f(): return 1",
        ),
        ("class f:\n    pass\nf.a = 1\nf.b['x'] = 2\nf()", "class f:\n    pass\nf.a = 1\nf.b['x'] = 2"),
        ("try:\n    import torch\nexcept ImportError:\n    torch = None\ndef f(): torch", None),
        ("from math import *\ndef f(): return sqrt(2)", None),
        ("from math import *\ndef f(): return len([])", "def f(): return len([])"),
        ("a = 1; b = 2\ndef f(): return b", None),
        ("n = 0\ndef f():\n    global n\n    n += 1", None),
        ("f = lambda x: x\nf(1)", "f = lambda x: x"),
        ("if True:\n    def f(): return 1\nelse:\n    pass", None),
        ("def f(): return [y for y in range(3)]\ny = 5", "def f(): return [y for y in range(3)]"),
    ],
)
def test_an_exercise_comes_with_what_it_needs_and_nothing_else(source: str, expected: str | None) -> None:
    assert kept(source, "f") == (source if expected is None else expected)


def test_magics_and_plots_are_left_behind(reader: ParserProcess, course: Course) -> None:
    cells = [
        "%matplotlib inline\nimport torch\nimport matplotlib.pyplot as plt\n!pip install torch",
        "%%time\n" + SOLVED,
        "plt.imshow(causal_mask(5))\nplt.show()\ncausal_mask?",
        "%%bash\nrm -rf /",
        "files = !ls",
    ]
    taken = reader.extract(archives.notebook(*cells), "02_causal", read_handouts(course))
    assert taken.sources == {"causal.py": f"import torch\n\n\n{SOLVED}\n".encode()}
    assert taken.notes == ()


def test_what_asks_the_notebook_itself_is_left_behind_even_where_it_is_used(
    reader: ParserProcess, course: Course
) -> None:
    code = "def causal_mask(T):\n    return len(files)"
    taken = reader.extract(archives.notebook("files = !ls", code), "02_causal", read_handouts(course))
    assert taken.sources == {"causal.py": f"{code}\n".encode()}


def test_a_percent_sign_inside_an_expression_is_no_magic(reader: ParserProcess, course: Course) -> None:
    code = 'def causal_mask(T, device=None):\n    """\n    %time\n    """\n    return (T\n% 7)'
    taken = reader.extract(archives.notebook(code), "02_causal", read_handouts(course))
    assert taken.sources["causal.py"].decode() == code + "\n"


def test_each_file_gets_its_own_exercises(reader: ParserProcess, course: Course) -> None:
    cells = ["import torch", SOLVED, "def n_visible_pairs(T):\n    return 1"]
    taken = reader.extract(archives.notebook(*cells), "02_causal", read_handouts(course))
    assert b"n_visible_pairs" not in taken.sources["causal.py"]
    assert taken.sources["derivations.py"] == b"def n_visible_pairs(T):\n    return 1\n"


def test_annotations_that_a_notebook_does_not_evaluate_are_not_evaluated(reader: ParserProcess, course: Course) -> None:
    cells = ["y = 0", "from __future__ import annotations; x = 1", "def causal_mask(T: Later):\n    return x + y"]
    source = reader.extract(archives.notebook(*cells), "02_causal", read_handouts(course)).sources["causal.py"]
    names: dict[str, object] = {}
    exec(compile(source, "causal.py", "exec", dont_inherit=True), names)
    assert names["causal_mask"](1) == 1  # type: ignore[operator]


def test_a_cell_that_does_not_parse_costs_its_own_exercise(reader: ParserProcess, course: Course) -> None:
    cells = ["import torch\n" + SOLVED, "def masked_softmax(scores, d_k:\n    return 1"]
    taken = reader.extract(archives.notebook(*cells), "02_causal", read_handouts(course))
    names: dict[str, object] = {}
    exec(taken.sources["causal.py"], names)
    with pytest.raises(SyntaxError, match="code cell 2 does not parse"):
        names["masked_softmax"]()  # type: ignore[operator]
    assert "causal_mask" in names
    assert taken.notes[0].startswith("code cell 2 does not parse (line 1: ")


def test_a_broken_line_in_a_cell_costs_the_definition_that_it_stands_in(reader: ParserProcess, course: Course) -> None:
    cells = ["import torch\n\ndef masked_softmax(scores, d_k:\n    return 1\n\n\n" + SOLVED]
    taken = reader.extract(archives.notebook(*cells), "02_causal", read_handouts(course))
    names: dict[str, object] = {}
    exec(taken.sources["causal.py"], names)
    assert "causal_mask" in names
    with pytest.raises(SyntaxError, match="does not parse"):
        names["masked_softmax"]()  # type: ignore[operator]


CLASS = "import torch\nclass SingleHeadSelfAttention(torch.nn.Module):\n    pass"
ADDED_LATER = {
    "by a decorator": "def add(kind):\n    return lambda f: setattr(kind, f.__name__, f)\n"
    "@add(SingleHeadSelfAttention)\ndef forward(self, x):\n    return 7",
    "by the type of self": "def patch(f):\n    setattr(f.__annotations__['self'], f.__name__, f)\n"
    "@patch\ndef forward(self: SingleHeadSelfAttention, x):\n    return 7",
    "by setattr": "def seven(self, x):\n    return 7\nsetattr(SingleHeadSelfAttention, 'forward', seven)",
    "in a loop": "def forward(self, x):\n    return 7\n"
    "for kind in (SingleHeadSelfAttention,):\n    kind.forward = forward",
}


@pytest.mark.parametrize("how", ADDED_LATER)
def test_methods_added_later_come_along(how: str, reader: ParserProcess, course: Course) -> None:
    taken = reader.extract(archives.notebook(CLASS, ADDED_LATER[how]), "02_causal", read_handouts(course))
    names: dict[str, object] = {}
    exec(taken.sources["causal.py"], names)
    assert names["SingleHeadSelfAttention"]().forward(1) == 7  # type: ignore[operator]
    assert "SingleHeadSelfAttention" in taken.changed


def test_an_import_cell_that_stands_last_comes_first(reader: ParserProcess, course: Course) -> None:
    cells = [CLASS.replace("import torch\n", "").replace("torch.", ""), "from torch import nn"]
    taken = reader.extract(archives.notebook(*cells), "02_causal", read_handouts(course))
    assert taken.sources["causal.py"].startswith(b"from torch import nn\n")
    exec(taken.sources["causal.py"], {})


HOSTILE = {
    "deep brackets": archives.notebook("(" * 100_000),
    "deep signs": archives.notebook("x = " + "-" * 100_000 + "1"),
    "deep JSON": b"[" * 1_000_000,
    "no notebook": b'{"cells": 7, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}',
    "old format": b'{"nbformat": 1}',
    "no text": b"\xff\xfe\x00",
    "NUL": archives.notebook("def causal_mask(): return '\0'"),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_notebook_gets_a_sentence_and_the_next_one_is_read(
    data: bytes, reader: ParserProcess, course: Course
) -> None:
    taken = reader.extract(data, "02_causal", read_handouts(course))
    assert taken.problem or taken.notes
    assert reader.extract(archives.notebook(SOLVED), "02_causal", read_handouts(course)).sources


@pytest.mark.parametrize(
    ("question", "given"),
    [(int, ("x",)), (getattr, (1, "x")), (divmod, (1, 0)), (codecs.lookup, ("x",)), (os.stat, ("/x/y",))],
)
def test_whatever_the_process_raises_the_next_question_is_answered(
    question: Callable[..., object], given: tuple[object, ...], reader: ParserProcess
) -> None:
    assert reader.run(question, given, "lost") == "lost"
    assert reader.run(int, ("7",), 0) == 7


def test_what_computes_for_too_long_is_lost_and_the_next_question_is_answered(
    monkeypatch: pytest.MonkeyPatch, reader: ParserProcess, course: Course
) -> None:
    monkeypatch.setattr(parser_process, "WALL_CLOCK_FACTOR", 1000)  # only the processor's time ends it
    monkeypatch.setattr(parser_process, "CPU_SECONDS", 1)
    assert reader.run(sum, (range(10**12),), -1) == -1
    monkeypatch.undo()
    assert reader.extract(archives.notebook(SOLVED), "02_causal", read_handouts(course)).sources


def test_only_the_processors_time_counts_and_each_question_has_its_own(
    monkeypatch: pytest.MonkeyPatch, reader: ParserProcess
) -> None:
    monkeypatch.setattr(parser_process, "CPU_SECONDS", 1)
    assert reader.run(time.sleep, (1.2,), "lost") is None
    assert [reader.run(compute, (0.5,), "lost") for _ in range(3)] == [None] * 3


def test_what_waits_for_ever_is_lost(monkeypatch: pytest.MonkeyPatch, reader: ParserProcess) -> None:
    monkeypatch.setattr(parser_process, "CPU_SECONDS", 1)
    monkeypatch.setattr(parser_process, "WALL_CLOCK_FACTOR", 1)
    assert reader.run(time.sleep, (600,), "lost") == "lost"


@pytest.mark.parametrize(("solved_file", "solved_notebook"), [(False, True), (True, False), (True, True)])
def test_of_file_and_notebook_the_one_that_was_worked_on_counts(
    solved_file: bool, solved_notebook: bool, tmp_path: Path, course: Course
) -> None:
    given = read_stubs(course.assignment("02"))
    stub = given["causal.py"]
    files = {"causal.py": b"import torch\n# mine\n" + SOLVED.encode() if solved_file else stub + b"\n# nothing yet\n"}
    files["02_causal.ipynb"] = archives.notebook("import torch", SOLVED if solved_notebook else "x = 1")
    archives.folder(tmp_path / "class/ada/02_causal", files)
    (ada,) = read_class(tmp_path / "class", course, ()).submissions
    assert SOLVED.encode() in ada.sources["causal.py"]
    assert (b"mine" in ada.sources["causal.py"]) is solved_file
    assert any("because causal.py is the unchanged stub" in note for note in ada.notes) is not solved_file


@pytest.mark.parametrize("solved_notebook", [False, True])
def test_a_notebook_beside_files_is_worth_a_note_only_if_something_is_in_it(
    solved_notebook: bool, tmp_path: Path, course: Course
) -> None:
    files = {name: data + b"\nX = 1\n" for name, data in read_stubs(course.assignment("02")).items()}
    files["causal.py"] += SOLVED.encode()
    files["derivations.py"] = b"def n_params_causal(*_):\n    return 1\n"
    given = (ROOT / "assignments/02_causal/02_causal.ipynb").read_bytes()
    files["02_causal.ipynb"] = archives.notebook("import torch", SOLVED) if solved_notebook else given
    archives.folder(tmp_path / "class/ada/02_causal", files)
    (ada,) = read_class(tmp_path / "class", course, ()).submissions
    assert any("the files count" in note for note in ada.notes) is solved_notebook


def test_a_handout_as_it_was_given_out_stays_as_it_is(tmp_path: Path, course: Course) -> None:
    given = read_stubs(course.assignment("02"))
    notebook = ROOT / "assignments/02_causal/02_causal.ipynb"
    archives.folder(tmp_path / "class/ada/02_causal", {**given, "02_causal.ipynb": notebook.read_bytes()})
    (ada,) = read_class(tmp_path / "class", course, ()).submissions
    assert ada.sources == given


def test_the_handouts_own_notebook_is_not_started(reader: ParserProcess, course: Course) -> None:
    for assignment in course:
        path = ROOT / f"assignments/{assignment.id}/{assignment.id}.ipynb"
        taken = reader.extract(path.read_bytes(), assignment.id, read_handouts(course))
        assert set(taken.sources) == set(assignment.files)
        assert taken.changed == frozenset()
