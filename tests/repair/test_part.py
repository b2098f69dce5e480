"""Exercises of a submission behind the wall: the lines of mistakes, and what is no mistake of the exercise itself."""

from collections.abc import Callable, Iterator

import pytest

from autograder.audit.programs import right_definitions
from autograder.course import Course
from autograder.execution.prewarm import RecordedChecks
from autograder.intake.parser_process import ParserProcess
from autograder.intake.submission import Submission
from autograder.repair.claims import claims_of
from autograder.repair.part import RIGHT, PartExplainer
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from tests.helpers.grading import solution, stub

PART, FILE = "02_causal", "causal.py"
WARMUP, WARMUP_FILE = "00_warmup", "warmup.py"
Explain = Callable[..., PartExplainer]


@pytest.fixture
def explainer(
    course: Course, fork_servers: Callable[[Level], ForkServer], recorded_checks: Callable[[str], RecordedChecks]
) -> Iterator[Explain]:
    with ParserProcess() as parser:

        def make(source: bytes, part: str = PART, file: str = FILE) -> PartExplainer:
            return PartExplainer(
                fork_server=fork_servers(select_level(None)),
                limits=course.limits,
                assignment=course.assignment(part),
                recorded=recorded_checks(part),
                submission=Submission("ada", part, {file: source}),
                parser=parser,
            )

        yield make


def test_two_mistakes_in_one_exercise_are_both_named_and_its_callers_are_right(
    course: Course, explainer: Explain
) -> None:
    right = solution(PART, FILE).decode()
    wrong = right.replace("visible = torch.tril(weights)", "visible = torch.triu(weights)")
    wrong = wrong.replace("visible.sum(dim=-1, keepdim=True)", "visible.sum(dim=-1)")
    lines = [
        number
        for number, pair in enumerate(zip(right.split("\n"), wrong.split("\n"), strict=True), 1)
        if pair[0] != pair[1]
    ]
    assert len(lines) == 2
    part, exercise = explainer(wrong.encode()), course.exercise(PART, "mask_and_renormalize")
    assert part.remark(exercise) == ""
    claims = claims_of(part.explain(exercise, right_definitions(course, exercise)))
    named = {line for claim in claims for line in range(claim.line, claim.end_line + 1)}
    assert named == set(lines)
    assert part.remark(course.exercise(PART, "masked_softmax")) == RIGHT


def test_an_exercise_whose_callee_is_wrong_is_right_by_itself(course: Course, explainer: Explain) -> None:
    wrong = solution(PART, FILE).replace(b"positions[None, :] > positions[:, None]", b"positions[None, :] > T")
    part = explainer(wrong)
    said = part.remark(course.exercise(PART, "masked_softmax"))
    assert said == "right by itself: all checks pass with a right causal_mask"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (solution(WARMUP, WARMUP_FILE), RIGHT),
        (stub(WARMUP, WARMUP_FILE), "not attempted"),
        (b"x = 1\ndef row_sums(:\n", "warmup.py line 2: invalid syntax"),
        (b"def row_sums(x):\n    return x\n", ""),
    ],
    ids=["right", "stub", "no Python", "wrong"],
)
def test_where_there_is_nothing_to_search_for_one_sentence_says_why(
    course: Course, explainer: Explain, source: bytes, said: str
) -> None:
    part = explainer(source, WARMUP, WARMUP_FILE)
    assert part.remark(course.exercise(WARMUP, "row_sums")) == said


def test_a_file_that_was_not_handed_in_has_one_sentence(course: Course, explainer: Explain) -> None:
    said = explainer(b"", WARMUP, "other.py").remark(course.exercise(WARMUP, "row_sums"))
    assert said == "warmup.py was not handed in"


def test_two_searches_find_the_same(course: Course, explainer: Explain) -> None:
    wrong = solution(WARMUP, WARMUP_FILE).replace(b"x.sum(dim=-1)", b"x.sum(dim=0)")
    exercise = course.exercise(WARMUP, "row_sums")
    one, other = (explainer(wrong, WARMUP, WARMUP_FILE).explain(exercise) for _ in range(2))
    assert (one.passing, one.tried, one.complete) == (other.passing, other.tried, other.complete)
    assert one.passing
