"""Words of a program's own have one small room in each exercise: it sees the checks' inputs, and could say them."""

import re
from collections.abc import Callable

import pytest

from autograder.checking.describe import describe_value
from autograder.course import Course
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.student_words import LEFT_OUT, LONGEST, ROOM, StudentWords
from autograder.results.model import ExerciseResult, Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from autograder.sandbox.host.student_text import StudentText, quoted
from tests.helpers.grading import autograder, by_name, grade_sources, solution

Grade = Callable[..., Result]
SAY = """
import itertools

NUMBER = itertools.count()


def letters(x):
    text = "".join(chr(ord("a") + int(abs(value) * 7) % 26) for value in x.flatten().tolist())
    return (f"q{next(NUMBER)}" + text * 99)[:500]
"""
ROUTES = {
    "text": "raise ValueError(letters(x))",
    "type": "raise type(letters(x), (Exception,), {})",
    "returned text": "return letters(x)",
    "returned keys": "return {letters(x): 1}",
    "returned list": "return [letters(x)] * 8",
    "returned type": "return type(letters(x), (), {})()",
    "place": "exec(compile('\\n' * 7 + 'raise ValueError', 'warmup.py', 'exec'), {letters(x): 1})",
    "forged": "import sys; sys.modules['guest.worker'].execute = lambda *_: {'calls': [], 'raised': "
    "{'type': [letters(x)], 'text': {letters(x): 1}, 'where': {'file': letters(x), 'line': 1, 'code': letters(x)}}}",
    "exit": "import os; os.write(2, letters(x).encode()); os._exit(next(NUMBER))",
}


@pytest.fixture(scope="module")
def grade(
    fork_servers: Callable[[Level], ForkServer], course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> Grade:
    def graded(part: str, **sources: str) -> Result:
        files = {stem: source.encode() for stem, source in sources.items()}
        return grade_sources(fork_servers(select_level(None)), course, recorded_checks(part), part, **files)

    return graded


def words_in(exercise: ExerciseResult) -> list[str]:
    """The different runs of letters that a program has made up, in what is published."""
    texts = [f"{check.message} {check.failure}" for check in exercise.checks]
    return list(dict.fromkeys(found for text in texts for found in re.findall(r"q\d+[a-z]{4,}", text)))


@pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)
def test_what_all_checks_tell_in_a_programs_own_words_has_one_room(route: str, grade: Grade) -> None:
    result = grade("00_warmup", warmup=f"{SAY}\n\ndef row_sums(x):\n    {route}\n")
    (exercise,) = result.exercises
    checks = [check for check in exercise.checks if not check.id.endswith(".names")]
    assert all(check.outcome != "right" for check in checks), "each check could say something"
    said = [*words_in(exercise), *re.findall(r"q\d+[a-z]{4,}", str([item.evidence for item in result.anomalies]))]
    assert len("".join(dict.fromkeys(said))) <= ROOM


PARAMETERS = """


class CrossAttention(CrossAttention):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__(d_in, d_out_kq, d_out_v)
        for place in range(200):
            self.register_parameter(f"q{place}abcdefgh", nn.Parameter(torch.zeros(1)))
"""


def test_names_of_parameters_are_such_words(grade: Grade) -> None:
    result = grade("04_cross", cross=solution("04_cross", "cross.py").decode() + PARAMETERS)
    said = words_in(by_name(result)["CrossAttention"])
    assert said
    assert len("".join(said)) <= ROOM


CRASH = "def row_sums(x):\n    return x.sum(-1) + x.new_ones(x.shape[-1] + 7)\n"


def test_an_honest_exception_is_read_in_full_and_its_place_with_every_check(grade: Grade) -> None:
    (exercise,) = grade("00_warmup", warmup=CRASH).exercises
    first, *others = [check.message for check in exercise.checks if check.outcome == "crashed"]
    assert re.search(
        r"raised RuntimeError: The size of tensor a \(\d\) must match the size of tensor b \(\d+\) at non-singleton "
        r"dimension \d; the error surfaced at warmup\.py line 2: "
        r"return x\.sum\(-1\) \+ x\.new_ones\(x\.shape\[-1\] \+ 7\); shapes there: x \([\d, ]+\)$",
        first,
    )
    assert all(
        "raised RuntimeError: " in text and "; the error surfaced at warmup.py line 2: return x.sum" in text
        for text in others
    )


@pytest.mark.process
def test_an_instructor_who_looks_into_it_reads_all(tmp_path) -> None:
    folder = tmp_path / "00_warmup"
    folder.mkdir()
    (folder / "warmup.py").write_text(f"{SAY}\n\ndef row_sums(x):\n    raise ValueError(letters(x))\n")
    told = autograder("check", folder, "--json").stdout
    assert "".join(told.split()).count("q") > 3
    assert len(told) > 5 * ROOM


def test_what_was_said_before_costs_nothing_and_what_does_not_fit_is_left_out() -> None:
    words = StudentWords(room=100)
    long, other = "x" * 90, "y" * 90
    assert words.sentence(f"raised {quoted(long)}.") == f"raised {long}."
    assert words.sentence(f"raised {quoted(other)}.") == f"raised {LEFT_OUT}."
    assert words.sentence(f"raised {quoted(long)}, {quoted('short')}.") == f"raised {long}, short."
    assert len(StudentWords().sentence(quoted("z" * 500))) == LONGEST
    assert StudentWords(whole=True).sentence(quoted(other * 5)) == other * 5


def test_a_number_is_no_way_to_spell_something_out() -> None:
    assert describe_value(10**17 + 1) == "100000000000000001"
    assert describe_value(-(10**59) - 123456789) == "-1e+59"
    assert StudentWords().sentence(f"is {7 * 10**300 + 1234567}") == "is 7000…"
    assert describe_value(StudentText("a word")) == quoted("'a word'")
