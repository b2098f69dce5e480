"""Failures of an exercise that calls a wrong one are left out until they are asked for, and that is said."""

from types import SimpleNamespace

import pytest

from assignments._support.folding import blame_callees, callers_of_wrong, first_to_show, fold, lines_about
from assignments._support.outcomes import PASSED, WRONG, Public
from assignments._support.summary import ALL_DONE, ExerciseProgress, lines_of
from tests.helpers.student_folder import Handout

CODE = """
def first(x):
    return x

def second(x):
    return first(x)

def third(x):
    return second(x) + first.__name__

class Fourth:
    def __call__(self, x):
        return third(x)

def alone(x):
    return x
"""
PART = "00_part"


@pytest.fixture
def root(tmp_path):
    (tmp_path / PART).mkdir()
    (tmp_path / PART / "code.py").write_text(CODE)
    return tmp_path


def progress(**states):
    def public(name, state):
        return Public(PART, name, f"test_{name}", 1, False, 1, state, "", False, "", ())

    return [ExerciseProgress(PART, name, (public(name, state),)) for name, state in states.items()]


def report(exercise, *, has_reason=False, cause=""):
    public = {"folder": PART, "exercise": exercise, "state": WRONG, "has_reason": has_reason, "cause": cause}
    return SimpleNamespace(public=public, longreprtext="what failed", longrepr="what failed")


def test_who_calls_a_wrong_exercise_is_found_one_step_at_a_time(root):
    exercises = progress(first=WRONG, second=WRONG, third=WRONG, Fourth=WRONG, alone=WRONG)
    called = {name: of for (_, name), of in callers_of_wrong(exercises, root).items()}
    assert called == {"second": "first", "third": "second", "Fourth": "third"}


def test_a_caller_of_a_right_exercise_has_its_own_mistake(root):
    exercises = progress(first=PASSED, second=WRONG, third=PASSED, Fourth=WRONG)
    assert callers_of_wrong(exercises, root) == {}


def test_two_that_call_each_other_are_not_both_left_out(root):
    (root / PART / "code.py").write_text("def one(x): return two(x)\ndef two(x): return one(x)\n")
    assert list(callers_of_wrong(progress(one=WRONG, two=WRONG), root)) == [(PART, "two")]


def test_a_failure_with_a_reason_comes_first_in_its_exercise():
    plain, known, other = report("first"), report("first", has_reason=True), report("alone", has_reason=True)
    failed = [plain, known, other]
    assert first_to_show(failed, PART, "first") == (known, 0)
    fold(failed, {})
    assert failed == [known, plain, other]


def test_pytest_leaves_out_the_callers_alone():
    failed = [report("first"), report("second")]
    fold(failed, {(PART, "second"): "first"})
    assert [hasattr(item, "_pdbshown") for item in failed] == [False, True]


def test_failures_with_one_cause_are_shown_once_and_counted():
    failed = [report("first", cause="line 3"), report("first"), *(report("first", cause="line 3") for _ in range(7))]
    failed.append(report("alone", cause="line 3"))
    assert first_to_show(failed, PART, "first") == (failed[0], 7)
    fold(failed, {})
    assert [not hasattr(item, "_pdbshown") for item in failed] == [True, True, *[False] * 7, True]
    assert failed[0].longrepr.splitlines() == ["what failed", "also        the same in 7 further tests"]
    assert failed[1].longrepr == failed[-1].longrepr == "what failed"


def test_above_the_first_failure_a_wrong_callee_is_named():
    failed = [report("second"), report("second"), report("alone")]
    blame_callees(failed, {(PART, "second"): ["first"], (PART, "alone"): []})
    assert [item.longrepr for item in failed] == [
        "second calls first, which is not right yet: mend first first\nwhat failed",
        "what failed",
        "what failed",
    ]


def test_where_everything_is_asked_for_nothing_is_left_out():
    failed = [report("first", cause="line 3"), report("first", cause="line 3")]
    fold(failed, {}, everything=True)
    assert not any(hasattr(item, "_pdbshown") for item in failed)


def test_what_is_left_out_is_said_within_80_columns():
    one = lines_about({(PART, "second"): "first"})
    assert " ".join(" ".join(one).split()) == (
        "not shown second calls first and fails too, which may be the reason: mend first first (--all shows it)"
    )
    many = lines_about({(PART, name): "first" for name in ("second", "third", "Fourth", "fifth")})
    assert " ".join(" ".join(many).split()) == (
        "not shown 4 exercises that call first fail too, which may be the reason: mend first first"
        " (--all shows them): second, third, Fourth, …"
    )
    assert max(map(len, one + many)) <= 80


@pytest.fixture(scope="module")
def handout(tmp_path_factory):
    made = Handout(tmp_path_factory.mktemp("folding"))
    made.solve()
    made.append({"02_causal/causal.py": "\n\ndef masked_softmax(scores, d_k):\n    return softmax(scores, dim=-2)\n"})
    return made


@pytest.mark.process
@pytest.mark.parametrize("options", [[], ["--all"], ["-v"]], ids=["plain", "all", "verbose"])
def test_on_the_screen(handout, options):
    status, screen = handout.pytest("assignments/02_causal/test_causal.py", *options)
    assert status == 1
    assert "_ test_masked_softmax" in screen
    shown = "_ test_single_head" in screen.lower()
    assert shown is bool(options)
    assert ("not shown" in screen) is not shown


def test_whoever_has_done_every_exercise_of_the_course_is_told_so(root):
    marks = "".join(f'@pytest.mark.exercise("{name}")\ndef test_{name}(): ...\n' for name in ("first", "second"))
    (root / PART / "test_code.py").write_text(marks)
    assert ALL_DONE in lines_of(progress(first=PASSED, second=PASSED), root)
    assert ALL_DONE not in lines_of(progress(first=PASSED, second=WRONG), root)
    assert ALL_DONE not in lines_of(progress(first=PASSED), root)
