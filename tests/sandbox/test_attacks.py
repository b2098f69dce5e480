"""Every attack is contained: it gains nothing, costs nobody anything, is in the ledger, and leaves nothing behind."""

import contextlib
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course import Course, Limits
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.scoring import score_exercise
from autograder.grading.submission import grade_file
from autograder.results.model import ExerciseResult
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from tests.helpers.attacks import ATTACKS, TARGET, Attack
from tests.helpers.paths import ROOT, TESTS

pytestmark = pytest.mark.sandbox
SOLUTION = (ROOT / "solutions/03_multihead/multihead.py").read_bytes()


MAY_SCORE: dict[str, Callable[[float, float], bool]] = {
    "0": lambda score, _: score == 0,
    "own": lambda score, most: score < 0.4 * most,  # robustness of its own wrong values, a second call like the first
    "part": lambda score, most: score < most / 2,
    "less": lambda score, most: score < most,
    "full": lambda score, most: score == most,
    "any": lambda _, __: True,
}
Graded = tuple[dict[str, ExerciseResult], set[str]]


def grade(grader: ExerciseGrader, course: Course, source: bytes) -> Graded:
    """The results of every exercise, and the kinds of what the ledger says."""
    exercises = course.assignment("03_multihead").of_file("multihead.py")
    attempts = grade_file(grader, exercises, {"multihead.py": source})
    kinds = {anomaly.kind for tried in attempts.values() for attempt in tried for anomaly in attempt.anomalies}
    return {item.name: score_exercise(item, attempts[item.name]) for item in exercises}, kinds


def problems(attack: Attack, results: dict[str, ExerciseResult], kinds: set[str]) -> list[str]:
    """What the attack gained, what it cost others, and what the ledger does not say."""
    target = results[TARGET]
    gained = not MAY_SCORE[attack.score](target.score, target.max_score)
    cost = [name for name, result in results.items() if name != TARGET and result.score != result.max_score]
    told = {"any": True, "none": not kinds}.get(attack.ledger, attack.ledger in kinds)
    found = {
        f"the attack scored {target.score:g} of {target.max_score:g}": gained,
        f"it cost points of {', '.join(cost)}": bool(cost) and attack.score != "any",
        f"the ledger says {', '.join(kinds) or 'nothing'}": not told,
    }
    return [text for text, holds in found.items() if holds]


def gained(attack: Attack, results: dict[str, ExerciseResult]) -> bool:
    """Whether it scored more than it may; that no machine is too slow for."""
    target = results[TARGET]
    return attack.score in ("0", "part", "less") and not MAY_SCORE[attack.score](target.score, target.max_score)


@pytest.fixture(scope="module")
def grader(fork_server: ForkServer, limits: Limits, recorded_checks: Callable[[str], RecordedChecks]) -> ExerciseGrader:
    return ExerciseGrader(fork_server, limits, recorded_checks("03_multihead"))


@pytest.fixture(scope="module")
def hasty(
    fork_server: ForkServer, impatient: Limits, recorded_checks: Callable[[str], RecordedChecks]
) -> ExerciseGrader:
    return ExerciseGrader(fork_server, impatient, recorded_checks("03_multihead"))


STRONGEST = Level.BWRAP if shutil.which("bwrap") else Level.LANDLOCK
SHARE = 4  # one attack in so many is tried at the other level by `make test`; `make test-all` tries all
AT_EACH_LEVEL = [
    pytest.param(
        level,
        attack,
        id=f"{level}-{attack.path.stem}",
        marks=[] if level is STRONGEST or number % SHARE == 0 else [pytest.mark.full],
    )
    for level in (Level.BWRAP, Level.LANDLOCK)
    for number, attack in enumerate(ATTACKS)
]


@pytest.mark.parametrize(("fork_server", "attack"), AT_EACH_LEVEL, indirect=["fork_server"])
def test_attack_is_contained(attack: Attack, hasty: ExerciseGrader, grader: ExerciseGrader, course: Course) -> None:
    hasty.fork_server.start()
    warm = hasty.fork_server.process_id
    results, kinds = grade(hasty, course, attack.over(SOLUTION))
    found = problems(attack, results, kinds)
    if found and "timeout" in kinds and not gained(attack, results):  # a busy machine: the course's limits decide
        found = problems(attack, *grade(grader, course, attack.over(SOLUTION)))
    assert found == []
    assert hasty.fork_server.process_id == warm, "the fork server was lost"


def test_after_attacks_that_would_stay_no_process_is_left(grader: ExerciseGrader, course: Course) -> None:
    grade(grader, course, SOLUTION)
    grader.fork_server.with_compiler()  # a copy that some attacks need, which stays
    at_rest = len(offspring(grader.fork_server.process_id)) + 1  # the worker that the copy forks ahead
    for attack in ATTACKS:
        if attack.path.stem in ("leak__daemon", "leak__threads", "exhaust__fork_bomb", "escape__outlives_its_parent"):
            grade(grader, course, attack.over(SOLUTION))
    end = time.monotonic() + 10
    while len(offspring(grader.fork_server.process_id)) > at_rest and time.monotonic() < end:
        time.sleep(0.1)  # those that were killed are dying
    assert len(offspring(grader.fork_server.process_id)) <= at_rest


def offspring(ancestor: int | None) -> set[int]:
    """All processes below `ancestor`, as the machine sees them, but those that are dead and not yet buried."""
    above = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            above |= {int(path.parent.name): int(parent)} if state != "Z" else {}
    found = {ancestor}
    while grown := {process for process, parent in above.items() if parent in found} - found:
        found |= grown
    return {process for process in found if process not in (None, ancestor)}


def test_after_all_attacks_no_file_is_left() -> None:
    folders = [Path(tempfile.gettempdir()), *map(Path, ("/var/tmp", "/dev/shm", "/", "/scratch")), ROOT, TESTS]
    folders += [Path(folder) for folder in sys.path if folder]
    names = ("left_behind_by_an_attack", "linked", "evil.pth", "psm_left_behind_by_an_attack", "usr2")
    assert [folder / name for folder in folders for name in names if (folder / name).exists()] == []


def test_after_all_attacks_an_honest_submission_is_right(grader: ExerciseGrader, course: Course) -> None:
    results, kinds = grade(grader, course, SOLUTION)
    assert all(result.outcome == "right" for result in results.values())
    assert not kinds
