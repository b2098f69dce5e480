"""The payoffs: they learn with the solutions, and say in a sentence what a student's own lacks."""

import importlib
import re
import runpy
import shutil
import sys

import pytest

from assignments._support import page, payoffs, whose
from tests.helpers.paths import ROOT

LEARNED = {  # part: what is drawn, and what is said where it has learned (of dates, all of them)
    "01_self_attention": (
        "whom each question looks at",
        "each looks at the one statement that has the same name in it",
    ),
    "02_causal": ("with the mask", "A loss that is too good to be true shows a leak"),
    "03_multihead": ("layer 2, before the training", "One layer alone, trained for"),
    "04_cross": ("1904-07-24 looks at 24 July 1904", "right 100.0 %", "a staircase that is cut in two"),
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


GUESSED = ("00_warmup", *LEARNED, "06_language_model")


@pytest.mark.parametrize("part", GUESSED)
def test_the_guess_of_a_text_is_asked_for_in_the_terminal_and_answered_by_the_students_own(run, monkeypatch, part):
    monkeypatch.setitem(sys.modules, "IPython.display", None)  # a terminal has no notebook
    status, said = run(part, "guess", solved=[part])
    assert status == 0
    assert said.startswith("Guess first.")
    assert "you guessed:" in said


def test_before_the_exercise_is_written_the_guess_has_no_answer(run):
    _, said = run("02_causal", "guess")
    assert said.endswith("a picture appears here when mask_and_renormalize is written")


@EVERY
def test_on_stubs_everything_is_pytorchs_and_the_exercise_is_named(run, part):
    status, said = run(part, "--seconds", "0.1")
    assert status == 0
    assert re.search(r"\w+: PyTorch's, because it \(\S+, line \d+\) is not written yet", said)
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
    assert "masked_softmax is wrong by its public tests" in said


@pytest.mark.parametrize(
    ("part", "change", "sentence"),
    [
        (
            "01_self_attention",
            ("return softmax(scaled, dim=-1)", "return softmax(0 * scaled, dim=-1)"),
            "`pytest assignments/01_self_attention -k attention_weights` says more",
        ),
        (
            "03_multihead",
            ("weights @ values", "values"),
            "MultiHeadAttention is wrong by its public tests: `pytest assignments/03_multihead -k MultiHeadAttention`",
        ),
        ("04_cross", ("keys = x_2", "keys = 0 * x_2"), "CrossAttention is wrong by its public tests"),
        (
            "05_gradient_descent",
            ("learning_rate * parameter.grad", "0 * parameter.grad"),
            "train_attention is wrong by its public tests",
        ),
    ],
    ids=["uniform", "values", "no keys", "no step"],
)
def test_a_wrong_part_that_learns_nothing_is_told_which_exercise_is_wrong(run, part, change, sentence):
    status, said = run(part, "--seconds", "20", solved=LEARNED, changes=[change])
    assert status == 0
    assert sentence in said


def test_what_is_wrong_and_learns_all_the_same_is_not_explained_as_if_it_were_right(run):
    change = ("return softmax(scaled, dim=-1)", "return softmax(scaled, dim=-2)")
    status, said = run("01_self_attention", solved=["01_self_attention"], changes=[change])
    assert status == 0
    assert "right 100.0 %" in said
    assert "attention_weights is wrong by its public tests" in said
    assert "each looks at the one statement" not in said


MATERIAL = ROOT / "solutions/06_language_model/material"


@pytest.fixture
def language(monkeypatch):
    """Imports a module of the payoff of part 06."""
    monkeypatch.syspath_prepend(str(MATERIAL))
    return importlib.import_module


@pytest.mark.full
def test_what_is_taken_out_is_missed_as_much_as_the_words_say(run):
    status, said = run("06_language_model", "break", solved=[*LEARNED, "06_language_model"])
    assert status == 0
    losses = {
        name: float(loss) for name, loss in re.findall(r"(no \w+|one wide head(?:, no scale)?|whole): ([\d.]+) ", said)
    }
    floor = float(re.search(r"the floor ([\d.]+)\.", said)[1])
    assert losses["no mask"] < floor < losses["whole"] < losses["no attention"] - 0.1
    assert losses["no norm"] > losses["whole"] + 0.5
    assert losses["no residual"] > 4
    assert losses["one wide head"] + 0.1 < losses["one wide head, no scale"]
    assert "In this run" not in said


def test_a_reason_is_only_given_where_the_result_has_it(language):
    breaking = language("breaking")
    variant = next(variant for variant in breaking.VARIANTS if variant.name == "no norm")
    assert variant.why in breaking.told(variant, {"whole": 0.8, "no norm": 1.2})
    for loss, result in ((0.81, "as much"), (0.6, "more")):
        said = breaking.told(variant, {"whole": 0.8, "no norm": loss})
        assert variant.why not in said
        assert f"In this run it learned {result} where most learn less" in said
    assert variant.why in breaking.told(variant, {"whole": 0.8, "no norm": float("nan")})


def test_a_model_that_should_know_more_or_knows_too_much_names_the_suspects(language, monkeypatch):
    verdict = runpy.run_path(str(language("learning").__file__).replace("learning.py", "payoff.py"))["_verdict"]
    monkeypatch.setitem(verdict.__globals__, "suspects", lambda: "SUSPECTS")
    right = {"full": True, "leak": False, "table": False}
    named = {
        "learned": verdict(0.42, 0.41, 1.7, **right),
        "leaks": verdict(0.1, 0.41, 1.7, **right),
        "leaks on purpose": verdict(0.1, 0.41, 1.7, **right | {"leak": True}),
        "too little": verdict(0.7, 0.41, 1.7, **right),
        "time over": verdict(0.7, 0.41, 1.7, **right | {"full": False}),
        "no number": verdict(float("nan"), 0.41, 1.7, **right),
        "a text": verdict(1.2, None, 1.7, **right),
        "a text, less than pairs": verdict(1.9, None, 1.7, **right),
    }
    assert [name for name, said in named.items() if "SUSPECTS" in said] == [
        *("leaks", "too little", "no number", "a text, less than pairs")
    ]


def test_temperature_and_top_k_change_what_is_said_to_come_next(language):
    torch, playing, learning = (language(name) for name in ("torch", "playing", "learning"))

    def model(ids):
        return torch.tensor([0.0, 1.0, 3.0, 2.0]).expand(1, ids.shape[1], 4)

    stage = playing.Stage(None, model, None, learning.Settings(vocabulary=["\n", "a", "b", "c"]))

    def shares(**knobs):
        return {name: round(share, 2) for name, share in stage.next_tokens("a", playing.Knobs(**knobs))}

    assert shares(temperature=1) == {"b": 0.64, "c": 0.24, "a": 0.09, "\n": 0.03}
    assert shares(temperature=2) == {"b": 0.46, "c": 0.28, "a": 0.17, "\n": 0.1}
    assert shares(temperature=1, top_k=2) == {"b": 0.73, "c": 0.27}
    assert shares(temperature=0)["b"] == 1


def test_pictures_in_the_texts_are_what_the_program_draws():
    drawn = runpy.run_path(str(ROOT / "docs/make_course_pictures.py"))["PICTURES"]
    assert {path.name for path in ROOT.glob("solutions/*/material/*.svg")} == {name.split("/")[-1] for name in drawn}
    old = [name for name, draw in drawn.items() if (ROOT / "solutions" / name).read_text("utf-8") != draw() + "\n"]
    assert old == []
