"""The model of part 06 learns to tell stories, and whoever runs it with unfinished or wrong parts reads a sentence."""

import importlib
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from assignments._support import page, payoffs, whose
from tests.helpers.paths import ROOT

PART = "06_language_model"
BESIDE = ("breaking", "corpus", "learning", "payoff", "playing", "racing", "stories")
MODEL, HEADS = "06_language_model/language_model.py", "03_multihead/multihead.py"
QUICK = ["--steps", "2", "--prompt", "Rosa the seal"]
Run = Callable[..., str]


@pytest.fixture
def course_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a student who has solved everything."""
    for part in ("02_causal", "03_multihead", PART):
        shutil.copytree(ROOT / "solutions" / part, tmp_path / part, ignore=shutil.ignore_patterns("[!.]*/"))
    shutil.copytree(ROOT / "solutions" / PART / "material", tmp_path / PART, dirs_exist_ok=True)
    monkeypatch.setattr(whose, "ASSIGNMENTS", tmp_path)
    monkeypatch.setattr(page, "PICTURES", tmp_path / "pictures")
    return tmp_path


@pytest.fixture
def run(course_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run what part 06 has to see, on few stories; return what it prints."""
    threads = torch.get_num_threads()
    monkeypatch.setattr(sys, "path", [str(course_folder / PART), *sys.path])
    for name in BESIDE:
        monkeypatch.delitem(sys.modules, name, raising=False)
    for name, count in (("LEARNED", 300), ("HELD_OUT", 20)):
        monkeypatch.setattr(importlib.import_module("corpus"), name, count)
    breaking = importlib.import_module("breaking")
    monkeypatch.setattr(breaking, "SETTINGS", replace(breaking.SETTINGS, steps=25))
    monkeypatch.setattr(breaking, "LEARNED", 300)
    monkeypatch.setattr(importlib.import_module("racing"), "LENGTHS", (8, 16))

    def shown(*arguments: str) -> str:
        with torch.random.fork_rng():
            payoffs.run(course_folder / PART, arguments)
        return capsys.readouterr().out

    yield shown
    torch.set_num_threads(threads)
    for name in BESIDE:
        sys.modules.pop(name, None)


def change(folder: Path, file: str, old: str, new: str) -> None:
    """Put a mistake into a student's file."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_model_of_ones_own_parts_learns_and_writes(run: Run, course_folder: Path) -> None:
    printed = run(*QUICK, "--save", str(course_folder / "kept.pt"))
    for name in ("TinyGPT", "cross_entropy", "generate", "MultiHeadAttention"):
        assert f"{name}: yours" in printed
    assert "floor: 0." in printed
    assert "What the model thinks comes after “Rosa the seal”" in printed
    again = run("--load", str(course_folder / "kept.pt"), "--prompt", "Rosa the seal")
    told = [text.partition("What the model thinks")[2] for text in (printed, again)]
    assert told[0] == told[1] != ""


def test_a_model_begins_with_the_loss_of_a_blind_guess(run: Run) -> None:
    printed = " ".join(run("--steps", "1").split())
    blind = float(re.search(r"a blind guess, ln \d+: ([\d.]+)", printed)[1])
    assert float(re.search(r"step 0 +[\d.]+ s loss ([\d.]+)", printed)[1]) == pytest.approx(blind, abs=0.2)


def test_it_writes_after_three_beginnings(run: Run) -> None:
    written = run("--steps", "1").partition("It writes:")[2]
    assert all(name in written for name in ("Rosa the seal", "Hugo the crab", "Kira the panda"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--attention", "heads"), "CausalSelfAttention: yours"),
        (("--positions", "sinusoidal"), "sinusoidal_positions: yours"),
        (("--no-mask",), "TinyGPT: yours"),
        (("--unit", "characters"), "8 tokens counted"),
    ],
)
def test_every_way_to_learn_ends_with_a_picture(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    printed = run(*QUICK, *arguments)
    assert sentence in printed
    assert "the same as a picture" in printed


def test_the_race_compares_what_both_say_and_how_fast_they_are(run: Run) -> None:
    printed = run("race")
    assert "With and without the cache, the model says the same." in printed
    assert "times as fast" in printed
    assert "the same as a picture" in printed


def test_one_part_is_taken_out_at_a_time(run: Run) -> None:
    printed = run("break")
    names = ("whole", "no attention", "no residual", "no norm", "one wide head", "one wide head, no scale", "no mask")
    assert all(f"{name}: " in printed for name in names)
    assert "the same as a picture" in printed


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (MODEL, "h = x + attended", "raise NotImplementedError", "TinyGPT: a table of pairs of tokens, because"),
        (MODEL, "return -of_targets.mean()", "return 'low'", "cross_entropy: PyTorch's, because"),
        (MODEL, "text = ids.clone()", "raise NotImplementedError", "It writes nothing"),
        (MODEL, "return -of_targets.mean()", "return of_targets.mean()", "above the floor"),
        (MODEL, "return self.down(bent)", "return self.down(bent) * torch.inf", "not finite"),
        (HEADS, "return self.W_O(merged)", "return merged[:, :2]", "MultiHeadAttention: the one that part 06 gives"),
        (HEADS, "weights = torch", "assert len(x) == 1\n        weights = torch", "It stopped in MultiHeadAttention"),
        (HEADS, "import math", "import maths", "MultiHeadAttention: the one that part 06 gives"),
    ],
)
def test_unfinished_and_wrong_parts_are_named_in_a_sentence(
    run: Run, course_folder: Path, file: str, old: str, new: str, sentence: str
) -> None:
    change(course_folder, file, old, new)
    assert sentence in " ".join(run(*QUICK).split())


@pytest.mark.parametrize("what", ["race", "break", "play"])
def test_nothing_is_raced_or_broken_or_played_before_there_is_a_model(run: Run, course_folder: Path, what: str) -> None:
    change(course_folder, MODEL, "x = self.norm(x)", "raise NotImplementedError")
    printed = " ".join(run(what, *QUICK).split())
    assert "TinyGPT: a table of pairs of tokens, because it (" in printed
    assert "Traceback" not in printed


def test_a_cache_that_is_ignored_is_seen_in_the_race(run: Run, course_folder: Path) -> None:
    change(course_folder, MODEL, "if cache is not None:", "if False:")
    assert "With the cache the model says something else" in run("race")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--load", "nowhere.pt"), "there is no file nowhere.pt"),
        (("--load", __file__), "is not a model that `--save` has written"),
        (("--text", "nowhere.txt"), "nowhere.txt cannot be read"),
        ((*QUICK[:2], "--prompt", "quantum"), "the model has never read 'quantum'"),
    ],
)
def test_what_cannot_be_used_is_named(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in " ".join(run(*arguments).split())


@pytest.mark.full
@pytest.mark.walk
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(("positions", "steps"), [("learned", 700), ("sinusoidal", 1400)])
def test_returning_names_are_right_in_the_end_with_either_kind_of_positions(
    run: Run, positions: str, steps: int, seed: int
) -> None:
    assert run
    learning, corpus = importlib.import_module("learning"), importlib.import_module("corpus")
    told = corpus.story_corpus("words", learned=12_000, held_out=300)
    parts = learning.find_parts(positions=positions)
    settings = learning.Settings(steps=steps, positions=positions, vocabulary=[*told.vocabulary.tokens])
    torch.manual_seed(seed)
    model = learning.build(parts, settings)
    learning.quieten(model)
    before = told.returning_names_right(model)
    for _ in learning.learn(model, parts, told, settings, seconds=1000):
        pass
    assert before < 0.2
    assert told.returning_names_right(model) > 0.8
    assert told.floor < told.loss(model) < min(told.counted_losses(6)) - 0.2
