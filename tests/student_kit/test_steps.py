"""`--hints 3` shows what each line of the student's function made, and the line to look at first."""

import pytest
import torch

from assignments._support.compare import Difference
from assignments._support.lookalikes import Lookalike
from assignments._support.steps import Trace, TracedLine, describe_steps
from tests.helpers.student_folder import Handout, block

pytestmark = pytest.mark.process

TURNED = """

def masked_softmax(scores, d_k):
    later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    scaled = scores.masked_fill(later, -torch.inf) / math.sqrt(d_k)
    shares = torch.softmax(scaled, dim=0)
    return shares
"""
UNSCALED = """

def masked_softmax(scores, d_k):
    later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    hidden = scores.masked_fill(later, -torch.inf) / d_k
    return torch.softmax(hidden, dim=-1)
"""
NAN = """

def additive_causal_mask(T, device=None):
    ones = torch.ones(T, T, device=device).triu(1)
    product = ones * -torch.inf
    return product
"""
SHAPE = """

def causal_mask(T, device=None):
    positions = torch.arange(T, device=device)
    later = positions[None, :] > positions[:, None]
    return later
"""
HELPER_INSIDE = """

def masked_softmax(scores, d_k):
    def shift(z):
        return z - z.max()

    later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    scaled = scores.masked_fill(later, -torch.inf) / math.sqrt(d_k)
    powers = torch.exp(shift(scaled))
    return powers / powers.sum(dim=0)
"""
IN_PLACE = """

def masked_softmax(scores, d_k):
    later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    hidden = scores.clone()
    hidden.masked_fill_(later, -torch.inf)
    hidden.div_(d_k)
    return torch.softmax(hidden, dim=-1)
"""
UNCHANGED = """

def mask_and_renormalize(weights):
    return weights
"""
AT_ONCE = """

def mask_and_renormalize(weights):
    return weights.tril() / weights.sum(dim=-1, keepdim=True)
"""


def halves() -> None:
    """Stands for the code whose lines are told."""


@pytest.mark.parametrize(
    ("named", "line"),
    [("the first norm is left out", None), ("the second sum begins with the input", 3), ("a mistake of the norm", 2)],
)
def test_a_line_does_not_contradict_what_is_named(named: str, line: int | None) -> None:
    texts = {1: "h = x + attention(x)", 2: "thought = norm(h)  # h + x", 3: "return x + thought"}
    made = {(number, (2,)): TracedLine(number, text, torch.tensor([1.0, 3.0])) for number, text in texts.items()}
    wrong = Difference("wrong values", "", torch.ones(2), torch.zeros(2), call="halves(x)")
    family = "values" if "sum" in named else "normalisation"
    lines = describe_steps(Trace((), {halves.__code__: made}), "halves", wrong, Lookalike(named, "", family))
    assert [int(text.split()[1]) for text in lines if "->" in text] == ([line] if line else [])


@pytest.fixture(scope="module")
def handout(tmp_path_factory: pytest.TempPathFactory) -> Handout:
    made = Handout(tmp_path_factory.mktemp("steps"))
    made.solve()
    return made


def told(handout: Handout, code: str, test: str, hints: str = "3") -> list[str]:
    """The lines about a failed test, with `code` at the end of the file."""
    handout.solve()
    handout.append({"02_causal/causal.py": code})
    _, screen = handout.pytest("assignments/02_causal", "--hints", hints, "-k", test)
    return block(screen, test)


def marked(lines: list[str]) -> list[str]:
    return [line.split(maxsplit=2)[2] for line in lines if line.lstrip().startswith("->")]


@pytest.mark.parametrize(
    ("code", "test", "line"),
    [
        (TURNED, "test_masked_softmax_by_hand", "shares = torch.softmax(scaled, dim=0)  (3, 3) columns sum to 1"),
        (UNSCALED, "test_masked_softmax_by_hand", "hidden = scores.masked_fill(later, -t… (3, 3) 0 to 1, inf"),
        (
            NAN,
            "test_additive_causal_mask_gives_the_printed_figures",
            "product = ones * -torch.inf            (5, 5) NaN",
        ),
        (SHAPE, "test_causal_mask_hides_later_keys_only", "later = positions[None, :] > position… (3, 3) 3 True"),
    ],
    ids=["over the queries", "scale", "nan", "shape"],
)
def test_the_step_that_goes_wrong_is_marked(handout: Handout, code: str, test: str, line: str) -> None:
    lines = told(handout, code, test)
    assert marked(lines) == [line]
    assert max(map(len, lines)) <= 80


def test_the_lines_are_those_of_the_exercise_and_not_of_a_function_inside_it(handout: Handout) -> None:
    lines = told(handout, HELPER_INSIDE, "test_masked_softmax_by_hand")
    assert any("powers = torch.exp(shift(scaled))" in line for line in lines)
    assert not any("z - z.max()" in line for line in lines)


def test_a_line_that_changes_a_tensor_in_place_made_it_too(handout: Handout) -> None:
    lines = told(handout, IN_PLACE, "test_masked_softmax_by_hand")
    assert [line for line in lines if "masked_fill_" in line] != []
    assert [line for line in lines if "div_" in line] != []


def test_a_function_of_one_line_gets_advice_instead(handout: Handout) -> None:
    lines = told(handout, AT_ONCE, "test_mask_and_renormalize_by_hand")
    text = " ".join(" ".join(lines).split())
    assert "does all at once: give each step a line of its own, and see here what it makes" in text
    assert marked(lines) == []


def test_a_function_that_returns_its_argument_has_no_steps(handout: Handout) -> None:
    lines = told(handout, UNCHANGED, "test_mask_and_renormalize_by_hand")
    assert lines != []
    assert not [line for line in lines if line.startswith("steps")]


@pytest.mark.parametrize("hints", ["1", "2"])
def test_lower_levels_show_no_steps(handout: Handout, hints: str) -> None:
    lines = told(handout, TURNED, "test_masked_softmax_by_hand", hints)
    assert not [line for line in lines if line.startswith("steps")]


def test_a_program_that_sets_its_own_trace_is_left_alone(handout: Handout) -> None:
    code = TURNED.replace("    shares", "    import sys; sys.settrace(None)\n    shares")
    assert told(handout, code, "test_masked_softmax_by_hand")[0] == "myGPT, chapter 6."
