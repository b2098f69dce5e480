"""What hypothesis tried for one program is followed for the next, and leads to the same smallest example."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from autograder.audit.programs import read_programs
from autograder.checking import shrinking
from autograder.checking.runner import Finding, run_checks
from autograder.checking.shrinking import ShrinkCache
from autograder.course import Course
from autograder.execution.prewarm import RecordedChecks
from autograder.sandbox.host.in_process import InProcess
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse, frame_of

TOO_LARGE = "def n_visible_pairs(T):\n    return T * (T + 1) // 2 + (T > {limit})\n"
ALWAYS = "def n_visible_pairs(T):\n    return T * (T + 1) // 2 + 1\n"
EVERY_OTHER_TIME = """
calls = []

def n_visible_pairs(T):
    calls.append(T)
    return T * (T + 1) // 2 + (T > 3 and len(calls) % 2)
"""


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The checks for which hypothesis had to search."""
    found: list[str] = []
    search = shrinking._search

    def counted(check, student):  # type: ignore[no-untyped-def]
        found.append(check.info.id)
        return search(check, student)

    monkeypatch.setattr(shrinking, "_search", counted)
    return found


@pytest.fixture
def grade(
    tmp_path: Path, recorded_checks: Callable[[str], RecordedChecks]
) -> Callable[[str, ShrinkCache], list[Finding]]:
    checks = recorded_checks("02_causal")["02_causal", "n_visible_pairs"]

    def graded(source: str, shrunk: ShrinkCache) -> list[Finding]:
        (tmp_path / "derivations.py").write_text(source)
        return run_checks(checks, InProcess(tmp_path, "derivations.py"), shrink_cache=shrunk)

    return graded


def told(findings: list[Finding]) -> list[tuple[str, dict[str, str], str]]:
    return [(item.outcome, item.counterexample, item.failure.message if item.failure else "") for item in findings]


def test_one_search_serves_all_programs_that_fail_alike(
    grade: Callable[[str, ShrinkCache], list[Finding]], searches: list[str]
) -> None:
    shared = ShrinkCache()
    first = told(grade(ALWAYS, shared))
    assert searches == ["n_visible_pairs.any_length"]
    assert told(grade(ALWAYS.replace("+ 1\n", "+ 2\n"), shared))[1][:2] == first[1][:2]
    assert told(grade(ALWAYS, shared)) == first
    assert searches == ["n_visible_pairs.any_length"]


def test_where_in_the_check_programs_fail_makes_no_difference(
    grade: Callable[[str, ShrinkCache], list[Finding]], searches: list[str]
) -> None:
    none, wrong = "def n_visible_pairs(T):\n    return None\n", ALWAYS
    alone = [told(grade(source, ShrinkCache())) for source in (none, wrong)]
    assert alone[0][1][0] != alone[1][1][0]
    searches.clear()
    shared = ShrinkCache()
    assert [told(grade(source, shared)) for source in (none, wrong)] == alone
    assert searches == ["n_visible_pairs.any_length"]


@pytest.mark.parametrize("limit", [2, 7, 20])
def test_a_program_that_fails_for_other_examples_gets_its_own(
    limit: int, grade: Callable[[str, ShrinkCache], list[Finding]], searches: list[str]
) -> None:
    shared = ShrinkCache()
    grade(ALWAYS, shared)
    for other in (2, 7, 20):
        grade(TOO_LARGE.format(limit=other), shared)
    searches.clear()
    alone = told(grade(TOO_LARGE.format(limit=limit), ShrinkCache()))
    assert alone[1][1] == {"T": str(limit + 1)}
    assert searches == ["n_visible_pairs.any_length"]
    assert told(grade(TOO_LARGE.format(limit=limit), shared)) == alone
    assert searches == ["n_visible_pairs.any_length"]


def test_a_program_that_answers_differently_each_time_spoils_nothing(
    grade: Callable[[str, ShrinkCache], list[Finding]],
) -> None:
    shared = ShrinkCache()
    for _ in range(3):
        grade(EVERY_OTHER_TIME, shared)
    for source in (ALWAYS, TOO_LARGE.format(limit=7)):
        assert told(grade(source, shared)) == told(grade(source, ShrinkCache()))


@pytest.mark.full
@pytest.mark.zoo
def test_all_wrong_programs_get_the_same_example_with_a_shared_cache(
    course: Course, recorded_checks: Callable[[str], RecordedChecks], tmp_path: Path
) -> None:
    assignment = course.assignment("02_causal")
    checks, shared = recorded_checks(assignment.id), ShrinkCache()
    names = ("masked_softmax", "n_params_causal", "causal_mask")
    programs = [item for item in read_programs(course, [assignment]) if item.kind == "wrong"]
    for item in [item for item in programs if item.exercise.name in names][::4]:
        exercise = item.exercise
        solution = (course.solutions_folder / assignment.id / exercise.file).read_text(encoding="utf-8")
        (tmp_path / exercise.file).write_text(f"{solution}\n\n{item.code}")
        found = [
            told(
                run_checks(
                    checks[assignment.id, exercise.name], InProcess(tmp_path, exercise.file), shrink_cache=shrunk
                )
            )
            for shrunk in (shared, ShrinkCache())
        ]
        assert found[0] == found[1], item.key


def test_a_search_does_not_ask_what_was_asked_before(
    tmp_path: Path, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    class Noting(InProcess):
        def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
            frames.extend(map(frame_of, requests))
            return super().ask(requests)

    frames: list[bytes] = []
    (tmp_path / "derivations.py").write_text(TOO_LARGE.format(limit=3))
    checks = recorded_checks("02_causal")["02_causal", "n_visible_pairs"]
    findings = run_checks(checks, Noting(tmp_path, "derivations.py"))
    assert findings[1].counterexample == {"T": "4"}
    recorded = {request.frame for check in checks for request in check.requests}
    assert len(frames) > len(recorded), "smaller examples were tried"
    assert all(frames.count(frame) == 1 for frame in recorded)
