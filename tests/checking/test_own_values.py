"""A program that agrees with the right values is not compared with itself; one that only nearly does is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.checking.runner import run_checks
from autograder.execution.prewarm import RecordedChecks
from autograder.sandbox.host.in_process import InProcess

MASK = """
import torch

kept = {}

def additive_causal_mask(T, device=None):
    mask = torch.full((T, T), float("-inf"), device=device).triu(1)[None, None]
    return AGAIN
"""
MASKS = {
    "the same every time": ("mask", True),
    "another dtype the second time": ("mask.double() if kept.setdefault(T, 0) else kept.update({T: 1}) or mask", False),
    "the first mask for ever": ("kept.setdefault('mask', mask)", False),
}


@pytest.mark.parametrize(("again", "right"), MASKS.values(), ids=MASKS)
def test_each_call_answers_for_itself(
    again: str, right: bool, tmp_path: Path, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    checks = recorded_checks("02_causal")["02_causal", "additive_causal_mask"]
    (tmp_path / "causal.py").write_text(MASK.replace("AGAIN", again))
    (repeated,) = [item for item in checks if item.check.info.id == "additive_causal_mask.repeated"]
    (finding,) = run_checks([repeated], InProcess(tmp_path, "causal.py"))
    assert (finding.outcome == "right") is right, finding.failure
