"""Reports that no honest worker sends: each costs its own submission, and is a verdict, not an error of ours."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from autograder.checking.runner import run_checks
from autograder.course import Course, Limits
from autograder.execution.prewarm import RecordedChecks
from autograder.sandbox.guest.code_scan import MAX_WORDS
from autograder.sandbox.host.client import scan_code
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.in_process import InProcess
from autograder.sandbox.host.isolation import Level, SandboxError, select_level
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse, Target
from tests.helpers.forged_responses import MALFORMED, forge
from tests.helpers.grading import grade_sources, solution


@pytest.mark.parametrize("report", MALFORMED.values(), ids=MALFORMED)
@pytest.mark.parametrize(("assignment", "stem"), [("00_warmup", "warmup"), ("04_cross", "cross")])
def test_an_odd_report_gets_a_verdict(
    report: object,
    assignment: str,
    stem: str,
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    recorded_checks: Callable[[str], RecordedChecks],
) -> None:
    source = solution(assignment, f"{stem}.py") + forge(report)
    result = grade_sources(
        fork_servers(select_level(None)), course, recorded_checks(assignment), assignment, **{stem: source}
    )
    file = [exercise for exercise in result.exercises if exercise.file == f"{stem}.py"]
    assert {exercise.score for exercise in file} <= {0, 0.05}  # for the name of an argument, of results that are alike
    checks = [check for exercise in file for check in exercise.checks if not check.id.endswith(".names")]
    assert all(check.outcome != "right" for check in checks)


class LostLater:
    """Answers once; whatever is asked later finds no sandbox."""

    def __init__(self, target: Target) -> None:
        self._target: Target | None = target

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        target, self._target = self._target, None
        if target is None:
            raise SandboxError("the fork server was lost")
        return target.ask(requests)


def test_a_sandbox_that_is_lost_while_an_example_is_shrunk_is_no_verdict(
    tmp_path: Path, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    (tmp_path / "warmup.py").write_text("def row_sums(x):\n    return x.sum(-1) + (x.numel() > 6)\n")
    checks = recorded_checks("00_warmup")["00_warmup", "row_sums"]
    with pytest.raises(SandboxError):
        run_checks(checks, LostLater(InProcess(tmp_path, "warmup.py")))


def test_words_that_cannot_all_be_read_all_count(fork_servers: Callable[[Level], ForkServer], limits: Limits) -> None:
    many = "\n".join(f"A{number}" for number in range(MAX_WORDS + 1))
    assert words(fork_servers(select_level(None)), limits, f"def f(): time()\n{many}  # aside") >= {
        "time",
        "aside",
        "A7",
    }


def test_words_are_those_that_the_code_takes_from_elsewhere(
    fork_servers: Callable[[Level], ForkServer], limits: Limits
) -> None:
    source = "from time import monotonic\ndef softmax(z): 'a word'; return z.exp()  # aside\nsoftmax"
    assert words(fork_servers(select_level(None)), limits, source) == {"time", "monotonic", "time.monotonic", "exp"}


def words(fork_server: ForkServer, limits: Limits, source: str) -> set[str]:
    return set(scan_code(fork_server, limits, {"a.py": source.encode()}).words)
