"""A file that is not run to its end: what it defines is judged all the same, and its author is told what stopped it."""

import sys
import textwrap
from collections.abc import Callable

import pytest

from autograder.course import Course
from autograder.execution.prewarm import RecordedChecks
from autograder.results.model import Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from tests.helpers.grading import by_name, grade_sources, solution

Grade = Callable[[bytes], Result]
FILE = solution("04_cross", "cross.py")
FULL = 6  # points of the one exercise in it


@pytest.fixture(scope="module")
def grade(
    fork_servers: Callable[[Level], ForkServer], course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> Grade:
    def graded(source: bytes) -> Result:
        return grade_sources(
            fork_servers(select_level(None)), course, recorded_checks("04_cross"), "04_cross", cross=source
        )

    return graded


def score(result: Result) -> float:
    return by_name(result)["CrossAttention"].score


STOPS = {
    "a library that is not here": (b"import seaborn", "line 2 (import seaborn): ModuleNotFoundError"),
    "a mistake in what is tried out": (b"print(1 / 0)", "line 2 (print(1 / 0)): ZeroDivisionError"),
    "a line of many": (b"rows = [\n    1,\n    1 / 0,\n]", "line 4 (1 / 0,): ZeroDivisionError"),
    "one of two in a line": (b"import seaborn; import torch.nn", "line 2 (import seaborn; import torch.nn): ModuleNot"),
    "what runs code from text": (b"import cProfile", "line 2 (import cProfile): ImportError"),
    "a decorator": (b"@unheard_of\ndef aside(): pass", "line 2 (@unheard_of): NameError"),
    "two of them": (b"import seaborn\nx = 1 / 0", "line 2 (import seaborn): ModuleNotFoundError"),
    "something slow below it": (b"assert False\nx = sum(iter(int, 1))", "line 2 (assert False): AssertionError"),
    "code that is made as it runs": (b"exec('x = (')", "line 2 (exec('x = (')): SyntaxError"),
}


@pytest.mark.parametrize("what", STOPS)
def test_what_stops_a_file_costs_no_definition_below_it(what: str, grade: Grade) -> None:
    source, told = STOPS[what]
    result = grade(b"import math\n" + source + b"\n" + FILE)
    assert score(result) == FULL
    (note,) = result.notes
    assert note.startswith(f"cross.py, {told}")
    assert note.endswith("Error while the file was loaded; its exercises were judged all the same")


@pytest.mark.parametrize(
    ("plain", "adorned"),
    [
        (b"-> Tensor", b"-> seaborn.Plot"),
        (b"class CrossAttention", b"@seaborn.checked\nclass CrossAttention"),
        (b"math.sqrt(keys.shape[-1])", b"keys.shape[-1] ** HALF"),
    ],
)
def test_what_adorns_a_definition_and_is_missing_costs_nothing(plain: bytes, adorned: bytes, grade: Grade) -> None:
    assert plain in FILE
    constant = b"import seaborn\nif len('ab') == 2:\n    HALF = 0.5\n"
    assert score(grade(constant + FILE.replace(plain, adorned))) == FULL


def test_what_was_defined_before_the_stop_stays(grade: Grade) -> None:
    older = b"\n1 / 0\nclass CrossAttention(nn.Module):\n    pass\n"
    assert score(grade(FILE + older)) == FULL
    assert score(grade(FILE + older.replace(b"1 / 0", b""))) == 0


def test_what_could_not_be_defined_is_told_by_the_error_that_prevented_it(grade: Grade) -> None:
    based = FILE.replace(b"class CrossAttention(nn.Module)", b"class CrossAttention(lightning.Module)")
    message = by_name(grade(b"import seaborn\n" + based))["CrossAttention"].checks[0].message
    assert message.startswith("cross.py, line ")
    assert message.endswith("NameError while the file was loaded: name 'lightning' is not defined")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (b"while True: pass", "no answer within the time limit"),
        (b"import os; os._exit(3)", "the process ended itself with exit status 3"),
        (b"losses = sum(x for x in iter(int, 1))", "no answer within the time limit"),
        (b"class Trial:\n    while True: pass", "no answer within the time limit"),
        (b"import os\nos.write(2, b'\\x1b[2J')\nos._exit(3)", "the process ended itself with exit status 3 (?[2J)"),
    ],
)
def test_who_hangs_or_ends_the_process_is_told_so(source: bytes, told: str, grade: Grade) -> None:
    result = grade(source + b"\n" + FILE)
    assert score(result) == FULL
    assert result.notes == (f"cross.py: {told} while the file was loaded; its exercises were judged all the same",)


LINE = b"        queries = x_1 @ self.W_query  # (..., T_1, d_out_kq)\n"
BROKEN = {
    "a marker of a merge": b"<<<<<<< HEAD\n" + LINE + b"=======\n" + LINE + b">>>>>>> other\n",
    "a tab": LINE.replace(b"        ", b"\t"),
    "a print of Python 2": b'        print "queries"\n' + LINE,
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_line_in_another_definition_costs_nothing(what: str, grade: Grade) -> None:
    other = b"class Other:\n    def f(self, x_1):\n        x = 1\n" + BROKEN[what] + b"\n\n"
    result = grade(other + FILE)
    assert score(result) == FULL
    assert result.notes[0].startswith("cross.py, line ")


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_line_costs_the_definition_that_it_stands_in(what: str, grade: Grade) -> None:
    exercise = by_name(grade(FILE.replace(LINE, BROKEN[what])))["CrossAttention"]
    assert (exercise.outcome, exercise.score) == ("does not parse", 0)
    line = FILE[: FILE.index(LINE)].count(b"\n") + 1
    assert exercise.checks[0].message.startswith(f"cross.py, line {line}")


LACKING = {
    "a library": (b"from einops import reduce\n", LINE + b"        reduce(x_1, 'a -> a')\n", "the library einops"),
    "one that is imported inside": (b"", b"        import einops\n" + LINE, "the library einops"),
    "a newer Python": (b"", b"        z = f'{dict(a=1)['a']}'\n" + LINE, "Python 3.12, for quotes inside an f-string"),
    "memory": (b"", b"        torch.ones(2**31)\n" + LINE, "more memory"),
}


@pytest.mark.parametrize("what", LACKING)
def test_what_the_grader_lacks_leaves_the_score_open(what: str, grade: Grade) -> None:
    head, line, told = LACKING[what]
    if "Python" in told and sys.version_info >= (3, 12):
        pytest.skip("this Python reads it")
    exercise = by_name(grade(head + FILE.replace(LINE, line)))["CrossAttention"]
    assert exercise.outcome == "not run"
    assert f" needs {told}" in exercise.needs_person


def test_a_progress_bar_is_no_library_that_is_missing(grade: Grade) -> None:
    line = b"        for _ in tqdm(range(3), desc='rows'):\n            pass\n" + LINE
    assert score(grade(b"from tqdm.auto import tqdm\n" + FILE.replace(LINE, line))) == FULL


def test_a_method_that_a_missing_library_adds_leaves_the_score_open(grade: Grade) -> None:
    start = FILE.index(b"    def forward")
    end = FILE.index(b"### END SOLUTION", start)
    method = textwrap.dedent(FILE[start:end].decode()).replace("(self,", "(self: CrossAttention,")
    result = grade(b"from fastcore.basics import patch\n" + FILE[:start] + f"\n\n@patch\n{method}\n".encode())
    assert " needs the library fastcore" in by_name(result)["CrossAttention"].needs_person


def test_what_is_not_in_a_file_that_stops_is_not_attempted(grade: Grade) -> None:
    assert by_name(grade(b"import seaborn\n"))["CrossAttention"].outcome == "not attempted"


FORGED = b"""
import sys
frame = sys._getframe()
while "self" not in frame.f_locals or not hasattr(frame.f_locals["self"], "failures"):
    frame = frame.f_back
frame.f_locals["self"].failures["cross.py"] = {"where": {"line": torch.ones(3), "file": 7}, "type": [], "parses": 0}
"""


def test_a_forged_failure_is_no_failure_of_the_grader(grade: Grade) -> None:
    assert score(grade(FILE + FORGED)) == FULL


def test_nothing_is_told_of_a_file_that_is_run_to_its_end(grade: Grade) -> None:
    assert grade(FILE).notes == ()


def test_a_missing_callee_costs_once(
    fork_servers: Callable[[Level], ForkServer], course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    source = solution("02_causal", "causal.py") + b"\ndel causal_mask\n"
    result = grade_sources(
        fork_servers(select_level(None)), course, recorded_checks("02_causal"), "02_causal", causal=source
    )
    assert [item.name for item in result.exercises if item.file == "causal.py" and item.score < item.max_score] == [
        "causal_mask"
    ]
