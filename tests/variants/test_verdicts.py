"""Sizes of their own for each student are asked on top of what everybody is asked, and the secret stays at home."""

import pickle
import socket
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.checking.runner import run_checks
from autograder.checking.student_parameters import with_parameters
from autograder.course import Course, Exercise
from autograder.execution.cache_key import cache_key, local_environment
from autograder.execution.prewarm import RecordedChecks
from autograder.execution.worker import GradeTask
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Intake, Submission
from autograder.results.model import CheckResult, ExerciseResult
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.in_process import InProcess
from autograder.sandbox.host.isolation import Level, select_level
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse
from autograder.variants.secret import with_student_sizes
from autograder.variants.sizes import assignment_sizes, draw_sizes
from tests.helpers.grading import GRADER, by_name, solution
from tests.helpers.paths import ROOT

Grade = Callable[[str, str | None], dict[str, ExerciseResult]]

SECRET = b"0123456789abcdef0123456789abcdef"
PART = "02_causal"
RIGHT = "def n_params_causal(embed_dim, head_dim):\n    return 4 * embed_dim * head_dim"
CURIOUS = """
def n_params_causal(embed_dim, head_dim):
    try:
        return len(open({!r}).read())
    except OSError:
        return 4 * embed_dim * head_dim
"""


@pytest.fixture(scope="module")
def causal(course: Course) -> Exercise:
    return course.exercise(PART, "n_params_causal")


@pytest.fixture(scope="module")
def grade(
    fork_servers: Callable[[Level], ForkServer], course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> Grade:
    """Grade the solution with another definition at its end, as somebody's; `None`: without variants."""
    grader = ExerciseGrader(fork_servers(select_level(None)), course.limits, recorded_checks(PART))
    assignment = course.assignment(PART)

    def graded(definition: str, student: str | None) -> dict[str, ExerciseResult]:
        sources = {"derivations.py": solution(PART, "derivations.py") + f"\n\n{definition}\n".encode()}
        sizes = assignment_sizes(SECRET, student, assignment) if student else {}
        submission = Submission(student or "ada", PART, sources, sizes=sizes)
        return by_name(grade_submission(grader, assignment, submission, GRADER))

    return graded


def failed(result: ExerciseResult) -> list[CheckResult]:
    return [check for check in result.checks if check.outcome != "right"]


def place_of(student: str, exercise: Exercise) -> tuple[int, ...]:
    return tuple(draw_sizes(SECRET, student, exercise).values())


def words_of(student: str, exercise: Exercise) -> str:
    embed_dim, head_dim = place_of(student, exercise)
    return f"at your sizes embed_dim = {embed_dim}, head_dim = {head_dim}"


def test_what_is_right_everywhere_is_right_for_everybody(grade: Grade, causal: Exercise) -> None:
    for student in ("ada", "ben"):
        result = grade(RIGHT, student)["n_params_causal"]
        assert (result.score, result.outcome) == (result.max_score, "right")
        assert result.note == f"asked {words_of(student, causal)} too"


def test_what_is_wrong_at_the_own_sizes_alone_fails_a_core_check_that_names_them(
    grade: Grade, causal: Exercise
) -> None:
    C, d_h = place_of("ada", causal)
    wrong_there = f"{RIGHT} + ((embed_dim, head_dim) == {(C, d_h)})"
    (check,) = failed(grade(wrong_there, "ada")["n_params_causal"])
    assert (check.id, check.level, check.score) == ("n_params_causal.unequal_sizes", "core", 0)
    call = f"n_params_causal({C}, {d_h})"
    assert check.message == f"{words_of('ada', causal)}: {call} is {4 * C * d_h + 1}, which is too large"
    assert call in check.snippet
    assert not failed(grade(wrong_there, "ben")["n_params_causal"])
    assert not failed(grade(wrong_there, None)["n_params_causal"])


def test_what_is_right_only_at_printed_sizes_or_at_those_of_somebody_else_is_wrong(
    grade: Grade, causal: Exercise
) -> None:
    known = [(4, 4), (7, 3), (5, 11), place_of("ada", causal)]
    learnt = f"{RIGHT} * ((embed_dim, head_dim) in {known})"
    result = grade(learnt, "ben")["n_params_causal"]
    assert (result.outcome, result.score) == ("wrong values", 0.02)  # the names of the arguments
    assert failed(result)[0].message.startswith(f"{words_of('ben', causal)}: n_params_causal(")
    own = grade(learnt, "ada")["n_params_causal"]
    assert [check.id for check in failed(own)] == ["n_params_causal.any_sizes", "n_params_causal.large_sizes"]


@pytest.mark.sandbox
def test_every_exercise_that_has_sizes_is_asked_at_them(
    course: Course, fork_servers: Callable[[Level], ForkServer], recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    for assignment in (item for item in course if assignment_sizes(SECRET, "ada", item)):
        sizes = assignment_sizes(SECRET, "ada", assignment)
        source = solution(assignment.id, "derivations.py").decode()
        for name, own in sizes.items():
            source += (
                f"\n\ndef _but(f):\n    return lambda *a: f(*a) + (a == {tuple(own.values())})\n{name} = _but({name})\n"
            )
        grader = ExerciseGrader(fork_servers(select_level(None)), course.limits, recorded_checks(assignment.id))
        submission = Submission("ada", assignment.id, {"derivations.py": source.encode()}, sizes=sizes)
        results = by_name(grade_submission(grader, assignment, submission, GRADER))
        assert all(failed(results[name])[0].message.startswith("at your sizes ") for name in sizes)


def test_a_mistake_in_what_is_called_costs_once_at_the_own_sizes_too(grade: Grade) -> None:
    results = grade(f"{RIGHT} + 1", "ada")
    assert results["n_params_causal"].score == 0.02  # the names of the arguments
    assert results["n_params_with_embedding"].outcome == "right"
    assert results["n_params_with_embedding"].note.startswith("asked at your sizes vocab_size = ")


def test_what_crashes_there_says_so_and_what_is_not_attempted_is_just_that(grade: Grade, causal: Exercise) -> None:
    crashed = grade("def n_params_causal(embed_dim, head_dim):\n    return 1 // 0", "ada")["n_params_causal"]
    assert crashed.outcome == "crashed"
    assert failed(crashed)[0].message.startswith(f"{words_of('ada', causal)}: n_params_causal(")
    stub = grade("def n_params_causal(embed_dim, head_dim):\n    raise NotImplementedError", "ada")["n_params_causal"]
    assert (stub.outcome, stub.note) == ("not attempted", "")
    assert {check.message for check in stub.checks} == {"nothing is written here yet"}


def test_exercises_without_sizes_are_graded_as_ever(grade: Grade) -> None:
    with_variants, without = grade(RIGHT, "ada"), grade(RIGHT, None)
    others = [name for name, result in with_variants.items() if not result.note]
    assert {"first_row", "key_bias_shift"} <= set(others)
    assert [with_variants[name] for name in others] == [without[name] for name in others]
    assert not any(result.note for result in without.values())


def test_the_request_at_the_own_sizes_is_sent_together_with_all_others(
    causal: Exercise, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    class Counted(InProcess):
        messages = 0

        def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
            self.messages += 1
            return super().ask([dict(request) for request in requests])

    target = Counted(ROOT / "solutions" / PART, "derivations.py")
    checks = with_parameters(causal.name, {"embed_dim": 13, "head_dim": 6}, recorded_checks(PART)[PART, causal.name])
    assert all(finding.outcome == "right" for finding in run_checks(checks, target))
    assert target.messages == 1


@pytest.mark.sandbox
def test_sizes_belong_to_the_cache_key_of_a_result(causal: Exercise) -> None:
    environment = local_environment(select_level(None))
    plain = Submission("ada", PART, {"derivations.py": b""})
    sizes = [{"n_params_causal": draw_sizes(SECRET, student, causal)} for student in ("ada", "ben")]
    assert len({cache_key(replace(plain, sizes=item), environment) for item in ({}, *sizes)}) == 3


def test_what_is_sent_to_the_sandbox_or_to_a_cluster_has_the_sizes_and_no_secret(
    grade: Grade, course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret_file = tmp_path / "secret"
    secret_file.write_bytes(SECRET)
    secret_file.chmod(0o600)
    crossed: list[bytes] = []
    send = socket.socket.send
    monkeypatch.setattr(socket.socket, "send", lambda to, data: crossed.append(bytes(data)) or send(to, data))
    assert grade(CURIOUS.format(str(secret_file)), "ada")["n_params_causal"].outcome == "right"
    handed_in = Intake((Submission("ada", PART, {}), Submission("ben", "00_warmup", {})), ())
    environment = local_environment(select_level(None))
    orders = [
        GradeTask(item, environment)
        for item in with_student_sizes(handed_in, course, secret_file, environment.level).submissions
    ]
    assert [bool(order.work.sizes) for order in orders] == [True, False]
    assert any(b"n_params_causal" in data for data in crossed)
    assert SECRET not in b"".join(crossed) + pickle.dumps(orders)
