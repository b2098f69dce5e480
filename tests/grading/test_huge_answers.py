"""A wrong answer that is far larger than any right one gets its verdict without being read."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course import Course
from autograder.execution.prewarm import RecordedChecks
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from tests.helpers.grading import by_name, grade_sources, solution

PART = "02_causal"
CUBE = "\n\ndef causal_mask(T, device=None):\n    return torch.ones(T, T, T, dtype=torch.{}, device=device)\n"
MOST = 64 << 10  # KB that grading it may take; before its answers were left out, it took over 300 MB


def peak() -> int:
    """Return the most memory that this process has used, in KB."""
    status = Path("/proc/self/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0])


@pytest.mark.parametrize("dtype", ["bool", "float32", "int64"])
def test_a_cube_for_a_matrix_is_refused_by_its_shape(
    dtype: str,
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    recorded_checks: Callable[..., RecordedChecks],
) -> None:
    own = solution(PART, "causal.py")
    recorded, server = recorded_checks(PART), fork_servers(Level.LANDLOCK)
    grade_sources(server, course, recorded, PART, causal=own)  # what a first grading loads
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except PermissionError:
        pytest.skip("the peak of memory cannot be set back here")
    before = peak()
    result = grade_sources(server, course, recorded, PART, causal=own + CUBE.format(dtype).encode())
    assert peak() - before < MOST
    graded = by_name(result)["causal_mask"]
    messages = {check.id: (check.outcome, check.message) for check in graded.checks if check.outcome == "wrong shape"}
    assert messages == {
        "causal_mask.values": ("wrong shape", "causal_mask(7) has shape (7, 7, 7), expected (1, 1, 7, 7)"),
        "causal_mask.lengths": ("wrong shape", "causal_mask(1) has shape (1, 1, 1), expected (1, 1, 1, 1)"),
    }
    assert result.anomalies == ()
