"""The payoffs of parts 01 to 05: they learn with the solutions, and say in a sentence what a student's own lacks."""

import re
import shutil

import pytest

from assignments._support import page, payoffs, whose
from tests.helpers.paths import ROOT

LEARNED = {  # part: what is drawn, and what is said where it has learned
    "01_self_attention": (
        "whom each question looks at",
        "each looks at the one statement that has the same name in it",
    ),
    "02_causal": ("with the mask", "A loss that is too good to be true shows a leak"),
    "03_multihead": ("layer 2, before the training", "this pair is called an induction head"),
    "04_cross": ("1904-07-24 looks at 24 July 1904", "a staircase that is cut in two"),
    "05_gradient_descent": ("before the training", "directly left of the diagonal"),
}
pytestmark = pytest.mark.walk
EVERY = pytest.mark.parametrize("part", LEARNED)


@pytest.fixture(scope="module")
def handout(tmp_path_factory):
    """What students get."""
    folder = tmp_path_factory.mktemp("course") / "assignments"
    shutil.copytree(ROOT / "assignments", folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def run(handout, tmp_path, monkeypatch, capsys):
    """Runs a payoff where some exercises are solved, with changes; returns the exit status and what it says."""

    def run(part, *arguments, solved=(), changes=()):
        home = tmp_path / "assignments"
        shutil.copytree(handout, home)
        for name in solved:
            for path in (ROOT / "solutions" / name).glob("*.py"):
                text = path.read_text(encoding="utf-8")
                for old, new in changes:
                    text = text.replace(old, new)
                (home / name / path.name).write_text(text, encoding="utf-8")
        monkeypatch.setattr(whose, "ASSIGNMENTS", home)
        monkeypatch.setattr(page, "PICTURES", tmp_path / "pictures")
        status = payoffs.run(home / part, arguments)
        return status, " ".join(capsys.readouterr().out.split())

    return run


@EVERY
def test_with_the_solutions_it_learns_and_draws_and_everything_is_the_students_own(run, tmp_path, part):
    status, said = run(part, "--seed", "1", solved=LEARNED)
    assert status == 0
    assert "PyTorch's" not in said
    for words in LEARNED[part]:
        assert words in said
    drawn = (tmp_path / f"pictures/{part}.html").read_text(encoding="utf-8")
    assert drawn.count("<svg") >= 2
    assert len(drawn) < 100_000


@EVERY
def test_on_stubs_everything_is_pytorchs_and_the_exercise_is_named(run, part):
    status, said = run(part, "--seconds", "0.1")
    assert status == 0
    names = re.findall(r"(\w+): PyTorch's, because (\w+) \(\S+, line \d+\) is not written yet", said)
    assert names
    assert all(mine == called for mine, called in names)
    assert ": yours" not in said


WRONG = [
    (
        "01_self_attention",
        ("return weights @ values  # (..., T_q, d_v)", "return (weights @ values)[..., :1]"),
        "SelfAttention: PyTorch's, because yours in 01_self_attention returns the shape (3, 1) and not (3, 4)",
    ),
    (
        "02_causal",
        ("return out, weights", "return out"),
        "SingleHeadSelfAttention: PyTorch's, because yours in 02_causal returns Tensor and not 2 tensor(s)",
    ),
    (
        "03_multihead",
        ("by_token.transpose(1, 2)", "by_token.transpose(1, 9)"),
        "MultiHeadAttention: PyTorch's, because split_heads (03_multihead/multihead.py, line",
    ),
    (
        "04_cross",
        (
            "queries = x_1 @ self.W_query",
            "queries = x_1.detach() @ self.W_query.detach()\n        if len(x_2) == 64: 1 / 0",
        ),
        "It stopped in CrossAttention (04_cross/cross.py, line",
    ),
    (
        "05_gradient_descent",
        ("return losses", "return losses[1:]"),
        "train_attention: PyTorch's, because yours in 05_gradient_descent returns the shape (1,) and not (2,)",
    ),
]


@pytest.mark.parametrize(("part", "change", "sentence"), WRONG, ids=[part for part, _, _ in WRONG])
def test_a_part_that_cannot_be_used_is_named_in_a_sentence(run, part, change, sentence):
    status, said = run(part, "--seconds", "0.1", solved=[part], changes=[change])
    assert status == ("It stopped" in sentence)
    assert sentence in said
    assert "Traceback" not in said


def test_a_head_that_sees_the_future_is_found_by_its_loss(run):
    change = ("scores.masked_fill(later, -torch.inf)", "scores.clone()")
    status, said = run("02_causal", solved=["02_causal", "01_self_attention"], changes=[change])
    assert status == 0
    assert "With the mask the loss is below the floor, too: your head sees what it should guess." in said


@pytest.mark.parametrize(
    ("part", "change", "sentence"),
    [
        (
            "01_self_attention",
            ("return softmax(scaled, dim=-1)", "return softmax(0 * scaled, dim=-1)"),
            "One that works learns it: `pytest assignments/01_self_attention`",
        ),
        (
            "03_multihead",
            ("weights @ values", "values"),
            "`pytest assignments/03_multihead` says whether yours is right",
        ),
        ("04_cross", ("keys = x_2", "keys = 0 * x_2"), "Only "),
        ("05_gradient_descent", ("learning_rate * parameter.grad", "0 * parameter.grad"), "It did not learn to look"),
    ],
    ids=["uniform", "values", "no keys", "no step"],
)
def test_a_wrong_part_that_learns_nothing_is_told_so(run, part, change, sentence):
    status, said = run(part, "--seconds", "20", solved=LEARNED, changes=[change])
    assert status == 0
    assert sentence in said
