"""What a student sees: real pytest runs over a copy of the handout."""

import re

import pytest

from assignments._support.summary import ALL_DONE
from autograder.course import load_course
from tests.helpers.points import count_exercises
from tests.helpers.student_folder import Handout, block, summary

pytestmark = pytest.mark.process

WRONG = {
    "03_multihead/multihead.py": """
def split_heads(x, num_heads):
    return x.reshape(x.shape[0], num_heads, x.shape[1], -1)  # (B, h, T, d_h)

def merge_heads(x):
    raise NotImplementedError  # your code here
""",
    "03_multihead/derivations.py": "def (",
    "04_cross/cross.py": """
def helper(queries, keys):
    return queries @ keys

class CrossAttention(CrossAttention):
    def forward(self, x_1, x_2):
        print("shapes", tuple(x_1.shape))
        return helper(x_1 @ self.W_query, x_2 @ self.W_key)
""",
    "04_cross/derivations.py": """
del cross_scores_shape

def n_params_cross(d_in, d_out_kq, d_out_v):
    return 25
""",
    "05_gradient_descent/gradient_descent.py": """
import warnings

def first_order_approximation(f, df, x, eps):
    warnings.warn("look here")
    return f(x) + eps * df(x)

print(undefined_name)
""",
    "05_gradient_descent/derivations.py": """
import torch

def contraction_factor(curvature, learning_rate):
    return torch.nn.Module()(curvature)  # raises NotImplementedError, far from any stub
""",
}


EXERCISES = sum(len(part.exercises) for part in load_course())


def all_pass(exercise: str, screen: str) -> bool:
    """Whether the summary says that an exercise passes all of its public checks."""
    return re.search(rf"^  {exercise} +(\d+)/\1 public checks passed$", screen, re.MULTILINE) is not None


@pytest.fixture
def handout(tmp_path):
    return Handout(tmp_path)


@pytest.fixture(scope="module")
def wrong(tmp_path_factory):
    """One run over solutions with all kinds of mistakes put behind them."""
    made = Handout(tmp_path_factory.mktemp("wrong"))
    made.solve()
    made.append(WRONG)
    return made.pytest("assignments/03_multihead", "assignments/04_cross", "assignments/05_gradient_descent")


def test_an_untouched_handout_is_not_attempted_and_no_failure(handout):
    status, screen = handout.pytest("assignments")
    assert status == 0
    assert "Traceback" not in screen
    assert not re.search(r"\d (passed|failed|errors?|skipped|warnings?)\b", screen)
    assert all("not attempted" in line for line in summary(screen) if line.startswith("  "))
    done, *rest = summary(screen)[-3:]
    assert re.fullmatch(rf"done: 0 of {EXERCISES} exercises, about \d{{3}} minutes to go", done)
    assert rest == ["next: row_sums in 00_warmup, about 2 minutes", "hidden checks run when graded"]


def test_the_solutions_pass_and_nobody_says_that_this_is_all(handout):
    handout.solve()
    status, screen = handout.pytest("assignments")
    assert status == 0
    assert re.search(r"=+ \d+ passed in", screen)
    assert "all tests passed" not in screen.lower()
    assert summary(screen)[-3:] == [
        f"done: {EXERCISES} of {EXERCISES} exercises",
        ALL_DONE,
        "hidden checks run when graded",
    ]


def test_a_wrong_value_is_called_got_expected_where(wrong):
    assert block(wrong[1], "test_split_heads_gives_each_head_its_columns") == [
        "The picture in the text.",
        "wrong values",
        "called      split_heads(x, 2)",
        "result      tensor of shape (1, 2, 2, 3), float32; at [0, 0]; * differs",
        "got                          expected",
        "      0  ░1.0000  ▒2.0000          0  ░1.0000  ░2.0000",
        "▓3.0000* █4.0000* █5.0000*   ▓6.0000* █7.0000* █8.0000*",
        "where       first at [0, 0, 1, 0]: 3 instead of 6; 6 of 12 numbers differ,",
        "            largest difference 3",
        "looks like  the heads are cut out of the columns without moving an axis",
        "hint        Number the columns 0, 1, 2, … and follow them through every reshape:",
        "            which head should each belong to?",
        "also        the same in 2 further tests",
    ]


def test_an_error_shows_the_students_lines_and_no_others(wrong):
    lines = block(wrong[1], "test_cross_attention_is_as_long_as_the_sequence_that_asks")
    assert lines[1] == "stopped by an error"
    assert lines[2] == "called      CrossAttention(8, 5, 3)(torch.ones(2, 6, 8), torch.ones(2, 7, 8))"
    assert any(line.startswith("raised      RuntimeError: ") for line in lines)
    places = [line for line in lines if line.startswith("where")]
    assert [re.sub(r"line \d+", "line N", line) for line in places] == [
        "where       cross.py, line N, in CrossAttention.forward",
        "where       cross.py, line N, in helper",
    ]
    assert lines[-3:-1] == ["            return queries @ keys", "shapes      queries (2, 6, 5), keys (2, 7, 5)"]
    assert re.fullmatch(r"also        the same in \d+ further tests", lines[-1])


def test_what_the_student_printed_is_shown(wrong):
    assert "shapes (2, 6, 8)" in wrong[1]


def test_no_message_is_wider_than_the_screen(wrong):
    about = wrong[1].split("= FAILURES =")[1].split("= warnings summary =")[0]
    lines = [line for line in about.splitlines() if not line.startswith(("assignments/", "E ", ">", " "))]
    assert max(map(len, lines)) <= 80
    assert "Traceback" not in wrong[1]


def test_a_missing_name_is_one_line(wrong):
    assert block(wrong[1], "test_cross_scores_shape")[1:] == [
        "cross_scores_shape is not defined in 04_cross/derivations.py"
    ]


def test_an_assert_is_called_got_expected_as_well(wrong):
    assert block(wrong[1], "test_n_params_cross")[1:5] == [
        "wrong values",
        "called      n_params_cross(d_in=3, d_out_kq=2, d_out_v=4)",
        "got         25",
        "expected    24",
    ]


def test_nothing_of_pytests_own_stands_between_the_messages(wrong):
    assert not re.search(r"^(>|E ) ", wrong[1], re.MULTILINE)
    assert "short test summary" not in wrong[1]


def test_a_line_that_does_not_parse_is_told_once_and_the_definitions_above_are_tested(wrong):
    lines = [line for line in wrong[1].splitlines() if "does not parse" in line]
    assert len(lines) == 1
    assert re.fullmatch(r"03_multihead/derivations.py, line \d+, column 5: does not parse: .+", lines[0])
    assert all_pass("n_params_wrapper", wrong[1])
    assert all_pass("MultiHeadAttentionWrapper", wrong[1])


def test_what_stops_a_file_below_its_exercises_is_told_and_costs_nothing(wrong):
    said = " ".join(wrong[1].split())
    assert said.count("undefined_name") == 1
    assert re.search(
        r"05_gradient_descent/gradient_descent.py, line \d+: stopped there by NameError: .*undefined_name", said
    )
    assert all_pass("gradient_descent", wrong[1])


def test_torchs_own_not_implemented_is_an_error_of_the_student(wrong):
    assert re.search(r"^  contraction_factor +wrong: 0/\d+ public checks passed$", wrong[1], re.MULTILINE)


def test_a_warning_is_shown_and_breaks_nothing(wrong):
    assert "UserWarning: look here" in wrong[1]
    assert all_pass("first_order_approximation", wrong[1])


def test_the_summary_tells_what_is_done_and_what_is_next(wrong):
    status, screen = wrong
    lines = summary(screen)
    assert status == 1
    assert any(re.fullmatch(r"  split_heads +wrong: [1-9]\d*/\d+ public checks passed", line) for line in lines)
    assert "  merge_heads                   not attempted" in lines
    assert any(line.startswith("  MultiHeadAttention ") and "(waits for merge_heads)" in line for line in lines)
    assert lines[-3].startswith(f"done: 11 of {count_exercises('03', '04', '05')} exercises, about ")
    assert lines[-2:] == ["next: split_heads in 03_multihead", "hidden checks run when graded"]


def test_an_exercise_can_be_asked_for_by_its_name_from_inside_its_folder(handout):
    handout.solve()
    status, screen = handout.pytest("-k", "CausalSelfAttention", inside="assignments/02_causal")
    assert status == 0
    assert re.fullmatch(r"  CausalSelfAttention  (\d+)/\1 public checks passed", summary(screen)[1])
    assert summary(screen)[2:] == [
        "done: 1 of 1 exercise",
        "next: n_params_causal in 02_causal, about 2 minutes",
        "hidden checks run when graded",
    ]


def test_one_test_of_several_does_not_finish_an_exercise(handout):
    handout.solve()
    _, screen = handout.pytest("assignments/03_multihead/test_multihead.py::test_split_heads_shape")
    assert re.fullmatch(r"  split_heads  1/1 public checks passed \([1-9]\d* more not run\)", summary(screen)[1])
    assert summary(screen)[2] == "done: 0 of 1 exercise"


def test_collecting_runs_nothing_of_the_student(handout):
    handout.append({"02_causal/causal.py": "\nopen('touched', 'w')\n"})
    status, screen = handout.pytest("--collect-only", "-q", "assignments/02_causal")
    assert status == 0
    assert "test_causal.py::" in screen
    assert not (handout.root / "touched").exists()


def test_without_the_projects_settings_the_tests_run_as_well(handout):
    (handout.root / "pyproject.toml").unlink()
    status, screen = handout.pytest("--import-mode=importlib", "assignments/04_cross")
    assert status == 0
    assert summary(screen)[-2].startswith("next: CrossAttention in 04_cross, about ")


def test_public_tests_load_neither_hypothesis_nor_its_half_second(handout):
    (handout.root / "assignments" / "00_warmup" / "test_z.py").write_text(
        "import atexit, sys\natexit.register(lambda: print('loaded', 'hypothesis' in sys.modules))\n"
        "def test_z(): pass\n",
        encoding="utf-8",
    )
    assert "loaded False" in handout.pytest("assignments/00_warmup")[1]


def test_a_caller_of_a_wrong_exercise_is_told_so(handout):
    handout.solve()
    handout.append(
        {"02_causal/causal.py": "\n\ndef masked_softmax(scores, d_k):\n    return torch.zeros_like(scores)\n"}
    )
    lines = summary(handout.pytest("assignments/02_causal")[1])
    told = "calls masked_softmax, which is not right yet"
    above = [lines[place - 1].split()[:2] for place, line in enumerate(lines) if line.strip() == told]
    assert above == [["SingleHeadSelfAttention", "wrong:"], ["CausalSelfAttention", "wrong:"]]
    assert all(len(line) <= 80 for line in lines)
