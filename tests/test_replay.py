"""Answers that differ from run to run are flagged, and count as what they were at their worst."""

from collections.abc import Callable

import pytest

from autograder.classroom.rehearse import Rehearsals
from autograder.course import Course
from autograder.sandbox.launch import Level
from autograder.sandbox.zygote import Zygote
from tests.grading import grade_sources

COIN = (
    b"import os\nLUCKY = os.urandom(1)[0] < %d\n\ndef row_sums(x):\n    return x.sum(-1) if LUCKY else x.sum(-1) + 1\n"
)


def grade(source: bytes, zygote: Zygote, course: Course, rehearsals: Rehearsals) -> tuple[float, set[str]]:
    result = grade_sources(zygote, course, rehearsals, "00_warmup", warmup=source)
    return result.score, {anomaly.kind for anomaly in result.anomalies}


def test_a_process_that_tosses_a_coin_does_not_win_by_it(
    zygotes: Callable[[Level], Zygote], course: Course, rehearsals: Callable[[str], Rehearsals]
) -> None:
    zygote, checks = zygotes(Level.LANDLOCK), rehearsals("00_warmup")
    found = (grade(COIN % 128, zygote, course, checks) for _ in range(40))
    flagged = next((score for score, kinds in found if "non-deterministic" in kinds), None)
    assert flagged is not None, (
        "three in eight gradings are flagged; that none of forty is has a chance of 1 in 10 ** 8"
    )
    assert flagged < 2


def test_looking_at_the_clock_alone_is_no_anomaly(
    zygotes: Callable[[Level], Zygote], course: Course, rehearsals: Callable[[str], Rehearsals]
) -> None:
    source = b"import time\nSTART = time.time()\n\ndef row_sums(x):\n    return x.sum(-1)\n"
    assert grade(source, zygotes(Level.LANDLOCK), course, rehearsals("00_warmup")) == (2, set())


HANGS = b"""
import os
LUCKY = os.urandom(1)[0] < 128

def row_sums(x):
    while not LUCKY:
        pass
    return x.sum(-1)
"""


@pytest.mark.slow
def test_being_slow_in_some_runs_is_no_contradiction(
    zygotes: Callable[[Level], Zygote], course: Course, rehearsals: Callable[[str], Rehearsals]
) -> None:
    found = [grade(HANGS, zygotes(Level.LANDLOCK), course, rehearsals("00_warmup")) for _ in range(6)]
    assert not any("non-deterministic" in kinds for _, kinds in found)
    assert min(score for score, _ in found) < 2, "each of eighteen runs was lucky"
