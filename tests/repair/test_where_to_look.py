"""The line that a class run names where no change of it is proved to mend anything."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from autograder.checking.failures import weight_mismatch_failure
from autograder.repair.first_difference import FirstDifference, TensorForm
from autograder.repair.likeness import Undoing
from autograder.repair.mode import RepairMode
from autograder.repair.source import Span
from autograder.repair.tracing import TracedPlace
from autograder.repair.where_to_look import failing_line, may_be_meant, what_differs
from autograder.reports.feedback_text import feedback_markdown, result_text
from autograder.results.model import ExerciseResult, Result
from autograder.sandbox.host.student_text import StudentText
from tests.helpers.grading import solution

Grade = Callable[[bytes, RepairMode], Result]
SOFTMAX_AGAIN = """
def mask_and_renormalize(weights):
    T = weights.size(-1)
    allowed = torch.ones(T, T, dtype=torch.bool, device=weights.device).tril()
    kept = torch.where(allowed, weights, -torch.inf)
    return kept.softmax(dim=-1)
"""
FAILING = """
def padding_mask(lengths, T):
    def cells(table, size):
        return table.reshape(2, 3, 5, 7, size)
    first = cells(lengths, T)
    second = first + 1
    third = second * first
    fourth = third.tril()
    return fourth > second
"""

REFUSING = """
def to_ids(tokens, vocab):
    numbers = []
    for token in tokens:
        number = vocab.get(token)
        if not number:
            # an unknown word is an error
            raise KeyError(token)
        numbers.append(number)
    return torch.tensor(numbers)
"""


WITHOUT_MATRIX = """
class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model, d_k, dropout=0.0, trace_shapes=False):
        super().__init__()
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model + 1, d_k + 1, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)

    def forward(self, x):
        scores = self.q(x) @ self.k(x).mT
        return scores, scores
"""


DOUBLE = """
def additive_causal_mask(T, device=None):
    import numpy
    table = numpy.triu(numpy.full((T, T), -numpy.inf), 1)
    return torch.from_numpy(table).to(device)
"""

ONE_FOR_ALL = """
def mask_and_renormalize(weights):
    kept = weights.tril()
    total = torch.stack([kept.sum(-1), kept.sum(-1)]).sum()
    return kept / total * 2
"""


LARGE_TABLE = """
class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.W_Q, self.W_K, self.W_V = [nn.Linear(embed_dim, head_dim, bias=False) for _ in range(3)]
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)
        self.register_buffer("seen", torch.tril(torch.ones(300, 300)))

    def forward(self, x):
        B, T, C = x.shape
        scores = self.W_Q(x) @ self.W_K(x).mT * C**-0.5
        scores = scores.masked_fill(self.seen[:T, :T] == 0, -torch.inf)
        return self.W_O(scores.softmax(-1) @ self.W_V(x))
"""


def graded(grade_result: Grade, program: str, mode: RepairMode = RepairMode.LOCATE) -> tuple[Result, ExerciseResult]:
    result = grade_result(solution("02_causal", "causal.py") + program.encode(), mode)
    (wrong,) = [item for item in result.exercises if item.outcome not in ("right", "not submitted")]
    return result, wrong


def line_of(code: str, program: str) -> int:
    """The line of a piece of code in the file."""
    text = solution("02_causal", "causal.py").decode() + program
    return text[: text.rindex(code)].count("\n") + 1


def test_the_first_value_that_right_programs_do_not_compute_is_marked(grade_result: Grade) -> None:
    result, wrong = graded(grade_result, SOFTMAX_AGAIN)
    line = line_of("torch.where", SOFTMAX_AGAIN)
    assert (wrong.look_at["line"], wrong.look_at["kind"]) == (line, "first difference")
    sentence = f"line {line}: here it shows first"  # what it is has a name
    assert wrong.look_at["sentence"] == sentence
    assert sentence in feedback_markdown(result.to_json())
    assert f"line {line}: here it shows" in " ".join(result_text(result.to_json()).split())


@pytest.mark.parametrize(
    ("program", "code", "words"),
    [
        (DOUBLE, "torch.from_numpy", "here the numbers are those of right programs, but their dtype is float64"),
        (
            ONE_FOR_ALL,
            "total = ",
            "here in one call the shape is (2, 2, 3, 2, 2, 2, 1), which nothing in right programs has",
        ),
    ],
)
def test_the_form_of_the_first_value_that_differs_is_told(
    grade_result: Grade, program: str, code: str, words: str
) -> None:
    _, wrong = graded(grade_result, program)
    assert wrong.look_at["sentence"] == f"line {line_of(code, program)}: {words}"


def test_beside_a_named_mistake_a_table_that_is_cut_later_is_not_marked(grade_result: Grade) -> None:
    _, wrong = graded(grade_result, LARGE_TABLE)
    assert {item["name"] for check in wrong.checks for item in check.diagnosis} == {"by-root-of-d-in"}
    assert "ones(300, 300)" not in wrong.look_at.get("code", "")


def test_a_number_among_tensors_and_nan_among_numbers_are_told_in_words() -> None:
    place, number = TracedPlace(Span(1, 0, 1, 1), ()), TensorForm("1a2b3c4d", (), "float32", False, True)
    others = "the solution"
    said = [what_differs(FirstDifference(place, form, number), others) for form in ("shape", "nan", "gradient", "")]
    assert said == [
        "a single number comes out, and nowhere in the solution",
        "NaN comes up first, and nowhere in the solution",
        "the numbers are those of the solution, but without their gradient",
        "the values first differ from right ones",
    ]


def test_it_is_no_proof_so_other_checks_are_not_said_to_have_found_the_same_mistake(grade_result: Grade) -> None:
    assert "The same mistake" not in feedback_markdown(graded(grade_result, SOFTMAX_AGAIN)[0].to_json())


def test_where_nothing_was_computed_before_an_error_its_line_is_marked(grade_result: Grade) -> None:
    result, wrong = graded(grade_result, FAILING)
    line = line_of("return table", FAILING)
    assert (wrong.look_at["line"], wrong.look_at["kind"]) == (line, "error")
    assert f"In causal.py, line {line}: the error surfaced here:" in feedback_markdown(result.to_json())


def test_of_an_error_that_a_program_raises_the_condition_is_marked() -> None:
    lines = REFUSING.splitlines()
    raised = next(place for place, text in enumerate(lines, start=1) if "raise" in text)
    place = failing_line(REFUSING, raised)
    assert place["code"].strip() == "if not number:"
    assert place["sentence"] == f"line {place['line']}: the condition of the error that is raised"


@pytest.mark.parametrize("owner", ["else", "for _ in x", "try", "with x"])
def test_an_error_without_a_condition_is_marked_itself(owner: str) -> None:
    program = f"def f(x):\n    {owner}:\n        raise ValueError\n"
    assert failing_line(program, 3)["line"] == 3


def test_a_run_that_seeks_no_lines_has_none(grade_result: Grade) -> None:
    result, wrong = graded(grade_result, SOFTMAX_AGAIN, RepairMode.NONE)
    assert wrong.look_at == {}
    assert "look_at" not in str(result.to_json())


@pytest.mark.parametrize(("code", "is_told"), [("z = (x - mean) / (std + eps)", True), ("std = x.std(-1)", False)])
def test_beside_a_name_only_a_line_is_told_that_has_a_word_of_its_mistake(code: str, is_told: bool) -> None:
    eps = Undoing("variance.sqrt()", "(variance + eps).sqrt()", "formula")
    assert may_be_meant(code, [eps]) is is_told


def test_beside_a_mistake_about_masks_a_softmax_may_be_meant() -> None:
    unmasked = Undoing(
        "scores.masked_fill(later & (cache is None), -torch.inf)", "scores.masked_fill(later, -torch.inf)"
    )
    assert not may_be_meant("y = torch.softmax(logits, -1) @ v", [unmasked])
    missing = [replace(unmasked, family="mask")]
    assert may_be_meant("y = torch.softmax(logits, -1) @ v", missing)
    assert not may_be_meant("y = torch.softmax(logits, -1) @ v", missing, "if cache is None:\n    s = s.tril()\n")


def test_beside_a_mistake_of_a_family_an_operator_or_a_number_alone_shows_some_other_difference() -> None:
    product = "scores = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(q.size(2))"
    masked = Undoing("weights.masked_fill(later, -0.0) / 1", "weights.masked_fill(later, -torch.inf)", "mask")
    assert not may_be_meant(product, [masked])
    assert may_be_meant(product, [replace(masked, family="formula")])
    assert may_be_meant(product, [Undoing("scores * d_k", "scores / d_k", "scale")])


def test_of_a_missing_parameter_the_line_is_marked_where_its_layer_is_made(grade_result: Grade) -> None:
    result, wrong = graded(grade_result, WITHOUT_MATRIX)
    line = line_of("nn.Linear(d_model + 1", WITHOUT_MATRIX)
    assert (wrong.look_at["line"], wrong.look_at["kind"]) == (line, "parameter")
    assert f"In causal.py, line {line}: here k is made:" in feedback_markdown(result.to_json())


def test_a_name_that_came_from_the_submission_is_plain_text() -> None:
    failure = weight_mismatch_failure({"name": StudentText("gamma"), "found": None}, {"target": "f"})
    assert (failure.parameter, type(failure.parameter)) == ("gamma", str)
    assert weight_mismatch_failure({"name": 5, "found": None}, {"target": "f"}).parameter == ""


def test_behind_another_statement_the_condition_is_not_that_of_the_error() -> None:
    program = "def f(n):\n    if n > 3:\n        if n < 5: return 1\n        raise ValueError(n)\n"
    assert failing_line(program, 4)["line"] == 4


def test_a_way_that_only_changes_the_order_allows_every_line() -> None:
    order, other = Undoing("a = b\nb = a", "b = a\na = b"), Undoing("x + 1", "x")
    assert may_be_meant("y = z", [order, other])


def test_without_a_name_every_line_may_be_meant() -> None:
    assert may_be_meant("y = x", [])
