"""What a failed check shows by itself is told where answers are right; nothing else is."""

import re

import pytest

from autograder.checking.failures import SYMPTOMS, CheckFailedError
from autograder.checking.runner import run_checks
from autograder.course import Course, load_course
from autograder.diagnosis.matching import diagnose
from autograder.diagnosis.mistakes import load_mistakes
from autograder.execution.prewarm import record_checks
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from tests.helpers.diagnosis import solution_with

NAMED = re.compile(r'mistake = "([\w-]+)"')  # in a check
SOFTMAX = {
    "no grad": ("with torch.no_grad():\n        return z.softmax(dim)", ["no-gradient-flows"]),
    "tolist": ("return torch.tensor(z.tolist()).softmax(dim)", ["no-gradient-flows"]),
    "list": ("return z.softmax(dim).tolist()", ["list-for-tensor"]),
    "nothing": ("z.softmax(dim)", ["returns-none"]),
    "one crash": ("return z / None", ["none-used"]),
    "gradient of a frozen tensor": (
        "w = torch.ones(1, requires_grad=True)\n    return torch.autograd.grad(w.sum(), [w, torch.ones(1)])[0]",
        ["frozen-differentiated"],
    ),
    "wrong answers beside a crash": ("return z / None if z.ndim == 2 else z.sqrt().cos()", []),
    "robustness": ("return z.exp() / z.exp().sum(dim, keepdim=True)", []),
}


@pytest.fixture(scope="module")
def checks(course: Course) -> dict[tuple[str, str], tuple[object, ...]]:
    return record_checks([course.assignment("01_self_attention")], 1, {"softmax"})


@pytest.mark.parametrize(("body", "expected"), SOFTMAX.values(), ids=SOFTMAX)
def test_a_symptom_is_told_where_answers_are_right(
    body: str, expected: list[str], course: Course, checks: dict, fork_server: ForkServer
) -> None:
    exercise = course.exercise("01_self_attention", "softmax")
    source = solution_with(exercise, f"def softmax(z, dim=-1):\n    {body}")
    with SandboxClient(fork_server, SubmissionFiles({exercise.file: source}, exercise.file), course.limits) as client:
        findings = run_checks(checks[exercise.assignment, exercise.name], client)
        assert [item.name for item in diagnose(exercise, client.ask, findings)] == expected


def test_wrong_answers_are_never_explained_by_a_symptom(course: Course, checks: dict, fork_server: ForkServer) -> None:
    exercise = course.exercise("01_self_attention", "softmax")
    code = "def softmax(z, dim=-1):\n    with torch.no_grad():\n        return z.softmax(dim).sqrt().cos()"
    source = solution_with(exercise, code)
    with SandboxClient(fork_server, SubmissionFiles({exercise.file: source}, exercise.file), course.limits) as client:
        findings = run_checks(checks[exercise.assignment, exercise.name], client)
        assert any(item.failure and item.failure.symptom == "no gradient" for item in findings)
        assert diagnose(exercise, client.ask, findings) == []


def test_every_symptom_has_words_in_this_course() -> None:
    assert sorted(mistake.symptom for mistake in load_mistakes().values() if mistake.symptom) == sorted(SYMPTOMS)


def test_a_symptom_without_a_name_is_refused() -> None:
    with pytest.raises(ValueError, match="no symptom is called 'tired'"):
        CheckFailedError("wrong values", "f() is tired", symptom="tired")


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (
            "weights = torch.nn.functional.dropout(weights, self.dropout.p)\n        out = weights @ values",
            "dropout-mode",
        ),
        ("out = self.dropout(weights) @ values", "returned-weights-differ"),
        ("out = self.dropout(weights @ values)", ""),
        ("out = weights @ self.dropout(values)", ""),
    ],
)
def test_a_check_that_is_certain_names_the_mistake(
    wrong: str, expected: str, course: Course, fork_server: ForkServer
) -> None:
    exercise = course.exercise("02_causal", "SingleHeadSelfAttention")
    code = course.solution_file(exercise).read_text(encoding="utf-8")
    right = re.compile(r"weights = self\.dropout\(weights\)\n\s*out = weights @ values")
    source = right.sub(wrong, code)
    assert source != code
    recorded = record_checks([course.assignment(exercise.assignment)], 1, {exercise.name})
    files = SubmissionFiles({exercise.file: source.encode()}, exercise.file)
    with SandboxClient(fork_server, files, course.limits) as client:
        findings = run_checks(recorded[exercise.assignment, exercise.name], client)
        named = [item.name for item in diagnose(exercise, client.ask, findings)]
    assert ("returned-weights-differ" in named) == (expected == "returned-weights-differ")
    assert not expected or named == [expected]


def test_every_mistake_that_a_check_names_is_one_of_the_course() -> None:
    files = load_course().solutions_folder.glob("*/checks/*.py")
    named = {name for file in files for name in NAMED.findall(file.read_text(encoding="utf-8"))}
    assert named
    assert named <= load_mistakes().keys()
