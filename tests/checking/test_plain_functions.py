"""Plain pytest functions are checks: what declares them, what they ask, and how a wrong value is told to whom."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from autograder.checking.judged import CheckBrokenError
from autograder.checking.recording import RecordedCheck, record_check
from autograder.checking.runner import Finding
from autograder.checking.student import Student
from autograder.course import CourseError
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse
from tests.helpers.plain_checks import findings, plain_checks, program

TWICE = "def twice(x): return 2 * x\n"
HEAD = "import pytest\nfrom hypothesis import given, settings, strategies as st\nfrom autograder import points, check\n"


def found(test: str, submitted: str, folder: Path, solution: str = TWICE) -> Finding:
    """What one plain function finds in a program."""
    (finding,) = findings(plain_checks(HEAD + test, folder, "twice"), solution, submitted, folder).values()
    return finding


def test_a_docstring_gives_title_and_hint_and_the_name_gives_the_rest(tmp_path: Path) -> None:
    text = 'def test_twice_of_three(student):\n    """Two of three.\n\n    Hint: What is 3 + 3?\n    """\n'
    text += "    assert student.twice(3) == 6\n"
    text += "def test_any_sign(student):\n    assert student.twice(-3) == -6\n"
    first, second = (check.info for check in plain_checks(text, tmp_path, "twice"))
    assert (first.id, first.title, first.hint) == ("twice.of_three", "Two of three", "What is 3 + 3?")
    assert (second.id, second.title, second.hint, second.level) == ("twice.any_sign", "any sign", "", "core")


def test_points_are_shared_evenly_unless_they_are_named(tmp_path: Path) -> None:
    text = (
        HEAD
        + '@points(0.5, level="robustness")\n'
        + "".join(f"def test_{name}(student):\n    assert student.twice(1) == 2\n" for name in "abcd")
    )
    infos = [check.info for check in plain_checks(text, tmp_path, "twice")]
    assert {info.id: info.points for info in infos} == {"twice.a": 0.5, "twice.b": 0.5, "twice.c": 0.5, "twice.d": 0.5}
    assert [info.level for info in infos] == ["core", "core", "core", "robustness"]


@pytest.mark.parametrize(
    ("file", "test", "exercise"),
    [
        ("test_pairs.py", "def test_a(student):\n    student.halve(2)\n", "halve"),
        ("test_01_halve.py", "def test_a(student):\n    student.halve(student.twice(2))\n", "halve"),
        ("test_halve.py", "@pytest.mark.exercise('twice')\ndef test_a(student):\n    student.halve(2)\n", "twice"),
    ],
)
def test_the_exercise_is_that_of_the_mark_or_the_file_or_the_call(
    file: str, test: str, exercise: str, tmp_path: Path
) -> None:
    (check,) = plain_checks(HEAD + test, tmp_path, "twice", "halve", file=file)
    assert check.info.exercise == exercise


@pytest.mark.parametrize(
    ("test", "sentence"),
    [
        ("def test_a():\n    pass\n", "line 4: takes no `student`"),
        (
            "def test_a(student, tmp_path):\n    pass\n",
            "takes tmp_path, a fixture that test_pairs.py neither defines nor imports",
        ),
        ("class TestTwice:\n    def test_a(self, student):\n        pass\n", "TestTwice is a class"),
        ("@pytest.mark.skip\ndef test_a(student):\n    pass\n", "cannot have the mark skip"),
        ("@pytest.mark.exercise('three')\ndef test_a(student):\n    pass\n", "01_pairs has no exercise 'three'"),
        ("def test_a(student):\n    student.twice(student.halve(1))\n", "belongs to no exercise of 01_pairs"),
        ("@pytest.mark.parametrize('a, b', [(1,)])\ndef test_a(student, a, b):\n    pass\n", "names a, b, and gives"),
        ("@pytest.mark.parametrize('a', [])\ndef test_a(student, a):\n    pass\n", "parametrize gives no values"),
        (
            "@pytest.mark.parametrize('a', [1])\n@given(x=st.integers())\ndef test_a(student, a, x):\n    pass\n",
            "has both parametrize and given",
        ),
    ],
)
def test_nothing_that_looks_like_a_test_is_left_out_in_silence(test: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(CourseError) as error:
        plain_checks(HEAD + test, tmp_path, "twice", "halve")
    assert "test_pairs.py, line " in str(error.value)
    assert sentence in str(error.value)


def test_a_wrong_value_names_the_call_for_the_student_and_the_assertion_for_the_instructor(tmp_path: Path) -> None:
    test = "def test_a(student):\n    expected = [2, 4, 34567]\n    assert [student.twice(3), 4] == expected[:2]\n"
    failure = found(test, "def twice(x): return x + 4\n", tmp_path, "def twice(x): return x - 1\n").failure
    assert failure is not None
    assert (failure.outcome, failure.message.translate({0xE000: None, 0xE001: None})) == (
        "wrong values",
        "twice(3) gives 7, which is not right",
    )
    assert "assert [7, 4] == [2, 4]" in failure.explanation
    assert "At index 0 diff: 7 != 2" in failure.explanation


def test_a_plain_assertion_in_a_marked_check_is_a_wrong_value_too(tmp_path: Path) -> None:
    test = "@check('twice.a', 'two of three', points=2)\ndef test_a(student):\n    assert student.twice(3).value == 6\n"
    failure = found(test, "def twice(x): return 7\n", tmp_path).failure
    assert failure is not None
    assert failure.outcome == "wrong values"
    assert failure.message == "twice(3) gives 7, which is not right"
    assert "assert 7 == 6" in failure.explanation


@pytest.mark.parametrize("value", ["None", "'text'"])
def test_an_answer_with_which_a_check_cannot_go_on_is_told_with_its_call(value: str, tmp_path: Path) -> None:
    test = "def test_a(student):\n    assert student.twice((1, 2))[3] - 1 == 1\n"
    failure = found(test, f"def twice(x): return {value}\n", tmp_path).failure
    assert isinstance(failure, CheckBrokenError)
    assert failure.message.startswith("twice((1, 2)) gives ")
    assert failure.message.endswith(", with which this check cannot go on")
    assert "Error" in failure.slip


def test_a_parametrized_function_is_one_check_with_parts_whose_values_stay_hidden(tmp_path: Path) -> None:
    test = "@pytest.mark.parametrize(('x', 'y'), [(1, 2), (2, 4), pytest.param(50, 100, id='large')])\n"
    test += "def test_a(student, x, y):\n    assert student.twice(x) == y\n"
    (check,) = plain_checks(HEAD + test, tmp_path, "twice")
    recorded = record_check(check, program(TWICE, tmp_path))
    assert [example.arguments for example in recorded.examples] == [{"part": 0}, {"part": 1}, {"part": 2}]
    finding = found(test, "def twice(x): return min(2 * x, 9)\n", tmp_path)
    assert (finding.failing, finding.counterexample) == (2, {})
    assert finding.failure is not None
    assert finding.failure.message == "twice(50) gives 9, which is not right"


FIXTURES = """
from pathlib import Path
LOG = Path(__file__).with_name("log")
@pytest.fixture(autouse=True)
def begun():
    LOG.write_text("begun")
@pytest.fixture(name="three")
def number_three():
    return 3
@pytest.fixture
def opened(three, request):
    yield [three, request.node.name]
    LOG.write_text("ended")
@pytest.fixture
def six(student, three):
    return student.twice(three)
"""


def test_a_check_has_the_fixtures_of_its_file(tmp_path: Path) -> None:
    test = FIXTURES + "def test_a(student, opened, six):\n"
    test += "    assert (opened, six, LOG.read_text()) == ([3, 'test_a'], 6, 'begun')\n"
    assert found(test, TWICE, tmp_path).failure is None
    assert (tmp_path / "log").read_text() == "ended"
    failure = found(test, "def twice(x): return 7\n", tmp_path).failure
    assert failure is not None
    assert failure.message == "twice(3) gives 7, which is not right"


def test_the_solution_finds_the_data_of_its_part_beside_itself(tmp_path: Path) -> None:
    (tmp_path / "material").mkdir()
    (tmp_path / "material" / "words.txt").write_text("to be")
    solution = "from pathlib import Path\nWORDS = Path('words.txt').read_text()\n"
    solution += "def twice(file): return [WORDS, Path(__file__).with_name(file).read_text()]\n"
    test = "def test_a(student):\n    assert student.twice('words.txt') == ['to be', 'to be']\n"
    assert found(test, solution, tmp_path, solution).failure is None


def test_a_fixture_with_params_is_refused(tmp_path: Path) -> None:
    test = "@pytest.fixture(params=[1, 2])\ndef one(request):\n    return request.param\n"
    with pytest.raises(CourseError, match="takes one, a fixture with params; parametrize the test instead"):
        plain_checks(HEAD + test + "def test_a(student, one):\n    pass\n", tmp_path, "twice")


def test_given_tries_the_same_few_examples_whatever_the_settings_say(tmp_path: Path) -> None:
    test = "@settings(max_examples=500)\n@given(x=st.integers())\ndef test_a(student, x):\n"
    test += "    assert student.twice(x) == x + x\n"

    def recorded() -> RecordedCheck:
        (check,) = plain_checks(HEAD + test, tmp_path, "twice")
        return record_check(check, program(TWICE, tmp_path))

    assert 2 < len(recorded().examples) <= 12
    assert recorded().digest == recorded().digest
    finding = found(test, "def twice(x): return 2 * x if x < 10 else 0\n", tmp_path)
    assert finding.counterexample == {"x": "10"}  # the smallest one


def test_an_exception_of_the_submission_has_the_name_that_python_has_for_it(tmp_path: Path) -> None:
    solution = "class Odd(ValueError): pass\ndef twice(x):\n    raise Odd('no number')\n"
    test = (
        "def test_a(student):\n    with pytest.raises(ValueError, match='^no number$'):\n        student.twice('a')\n"
    )
    assert found(test, solution, tmp_path, solution).failure is None
    failure = found(test, TWICE, tmp_path, solution).failure
    assert failure is not None
    assert failure.outcome == "wrong values"
    assert "DID NOT RAISE" in failure.explanation
    other = found(test, "def twice(x): raise KeyError(x)\n", tmp_path, solution).failure
    assert other is not None
    assert other.outcome == "crashed"
    assert " raised KeyError" in other.message.translate({0xE000: None, 0xE001: None})


def test_a_stub_or_a_hang_is_no_exception_that_a_check_could_expect(tmp_path: Path) -> None:
    test = "def test_a(student):\n    with pytest.raises(Exception):\n        student.twice('a')\n"
    stub = found(test, "def twice(x): raise NotImplementedError\n", tmp_path, "def twice(x): raise ValueError\n")
    assert stub.outcome == "not attempted"

    class Hanging:
        def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
            return [NoResponse("timed out", "no answer in time") for _ in requests]

    (check,) = plain_checks(HEAD + test, tmp_path, "twice")
    with pytest.raises(AssertionError, match="no answer in time"):
        check.function(Student(Hanging()))


def test_an_object_of_the_submission_stays_there_and_can_be_used(tmp_path: Path) -> None:
    solution = """
class Bag:
    def __init__(self, *items):
        self.all = list(items)
    def add(self, item):
        if item in self.all:
            raise ValueError("twice")
        self.all.append(item)
        return self
    def __len__(self):
        return len(self.all)
    def __eq__(self, other):
        return self.all == other.all
    def __add__(self, other):
        return Bag(*self.all, *other.all)
def twice(bag):
    return [bag, len(bag)]
"""
    test = """
def test_a(student):
    bag = student.Bag(1, 2)
    bag.add(3).add(4)
    with pytest.raises(ValueError, match="twice"):
        bag.add(4)
    assert bag.all == [1, 2, 3, 4] and len(bag) == 4
    assert bag == student.Bag(1, 2, 3, 4) and bag != student.Bag(1)
    assert len(bag + student.Bag(7)) == 5
    same, count = student.twice(bag)
    assert (same.all, count) == ([1, 2, 3, 4], 4)
    bag.all = [0]
    assert bag.all == [0]
"""
    assert found(test, solution, tmp_path, solution).failure is None
    failure = found(test, solution.replace("self.all.append(item)", "self.all = [item]"), tmp_path, solution).failure
    assert failure is not None
    assert failure.message.startswith("a = Bag(1, 2); ")


def test_points_that_leave_nothing_for_the_others_are_refused(tmp_path: Path) -> None:
    text = HEAD + "@points(3)\ndef test_a(student):\n    student.twice(1)\ndef test_b(student):\n    student.twice(1)\n"
    assert min(check.info.points for check in plain_checks(text, tmp_path, "twice")) < 0  # which `_validate` refuses
