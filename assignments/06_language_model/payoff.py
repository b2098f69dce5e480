"""Your model learns to tell stories (half a minute), and what else can be done with it: race, break, play.

python -m assignments.show 06                       # learns by words, half a minute; then it writes
python -m assignments.show 06 --unit characters     # has to learn to spell first, two minutes
python -m assignments.show 06 --text FILE           # learns from a text of your own, two minutes
python -m assignments.show 06 --save stories.pt     # keeps the model
python -m assignments.show 06 play --load stories.pt
python -m assignments.show 06 race                  # writes with and without your CachedAttention
python -m assignments.show 06 break                 # takes one part out of the model at a time
"""

import argparse
import math
from dataclasses import replace
from pathlib import Path

import breaking
import playing
import racing
import torch
from corpus import Corpus, TextError, story_corpus, text_corpus
from learning import PART, PairTable, Parts, Settings, build, find_parts, heads_of, keep, kept, learn, quieten, write
from stories import stories
from torch import nn

from assignments._support.figures import Chart
from assignments._support.page import Page
from assignments._support.whose import suspects

SETTINGS = {
    "words": Settings(memory=0.98),
    "characters": Settings(unit="characters", length=200, rows=8, steps=3600),
    "text": Settings(unit="characters", length=128, rows=12, steps=3600),
}
SECONDS = {"words": 90, "characters": 360, "text": 360}  # the most, on a slow machine
POINTS = 15  # of the curve
SHOWN = 64  # tokens of which is shown where each head looks
NEAR = 0.02  # nats above the floor
FAR = 0.05  # nats above the floor: models of right parts end below
BEGINNINGS = (
    'Rosa the seal heard a knock at night. "Who is there?" asked',
    'Hugo the crab made a boat of stone. "Will it float?" asked',
    "Kira the panda planted a melon, and she forgot to give it",
)


def main(arguments: list[str]) -> None:
    """Do what the arguments say: learn and write, or one of `play`, `race` and `break`."""
    chosen = _options(arguments)
    try:
        if chosen.what == "race":
            racing.race(chosen.seed)
        elif chosen.what == "break":
            breaking.break_it(chosen.seed, chosen.seconds)
        else:
            _tell(chosen)
    except TextError as sentence:
        print(f"{sentence}.")


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m assignments.show 06", description=__doc__.split("\n")[0])
    parser.add_argument("what", nargs="?", choices=("learn", "play", "race", "break"), default="learn")
    parser.add_argument("--unit", choices=("words", "characters"), help="what a token is (default: words)")
    parser.add_argument("--text", type=Path, metavar="FILE", help="learn from this text instead of stories")
    parser.add_argument("--attention", choices=("own", "heads", "given"), default="own")
    parser.add_argument("--positions", choices=("learned", "sinusoidal"), default="learned")
    parser.add_argument("--no-mask", action="store_true", help="let every token see the ones that come after it")
    parser.add_argument("--steps", type=int, help="of the learning")
    parser.add_argument("--seconds", type=float, help="of processor time, the most for the learning")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the model")
    parser.add_argument("--load", type=Path, metavar="FILE", help="take a model that was kept")
    parser.add_argument("--prompt", help="the beginning that the model goes on from")
    parser.add_argument("--temperature", type=float, default=0.8)
    parser.add_argument("--top-k", type=int)
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers")
    return parser.parse_args(arguments)


def _tell(chosen: argparse.Namespace) -> None:
    """Train a model or load one, and let it write."""
    page = Page(PART, "Stories")
    loaded = kept(chosen.load) if chosen.load else None
    if loaded:
        settings, weights = loaded
    else:
        kind = "text" if chosen.text else chosen.unit or "words"
        settings = replace(SETTINGS[kind], attention=chosen.attention, positions=chosen.positions)
        settings = replace(settings, unit=chosen.unit or settings.unit, steps=chosen.steps or settings.steps)
        length = settings.length
        corpus = text_corpus(chosen.text, settings.unit, length) if chosen.text else story_corpus(settings.unit)
        settings = replace(settings, vocabulary=[*corpus.vocabulary.tokens])
    parts = find_parts(settings.attention, settings.positions)
    torch.manual_seed(chosen.seed)
    model = build(parts, settings)
    if loaded:
        _put_in(model, weights, chosen.load)
    else:
        if parts.gpt is not PairTable:
            quieten(model)
        if chosen.no_mask and parts.complete:
            breaking.without_mask(model, parts, settings)
        loss, step, pairs = _learn(page, model, parts, corpus, settings, seconds=chosen.seconds or SECONDS[kind])
        full = step >= settings.steps >= SETTINGS[kind].steps
        page.say(_verdict(loss, corpus.floor, pairs, full=full, leak=chosen.no_mask, table=parts.gpt is PairTable))
    if chosen.save:
        keep(chosen.save, model, settings)
        page.say(f"The model is in {chosen.save}; `play --load {chosen.save}` goes on from it.")
    knobs = playing.Knobs(chosen.temperature, chosen.top_k, chosen.seed)
    stage = playing.Stage(page, model, parts, settings)
    starts = [chosen.prompt or ""] * len(BEGINNINGS)
    if not (chosen.prompt or chosen.text) and settings.unit == "words":
        starts = [*BEGINNINGS]
    if chosen.what == "play" and chosen.prompt is None:
        stage.ask(knobs)
    else:
        stage.show(starts, knobs)
        if parts.complete and settings.attention != "heads":
            ids = write(model, parts, stage.vocabulary, settings, starts[0])[:SHOWN]
            page.viewer([stage.vocabulary.text(token) for token in ids[:, None]], heads_of(model, ids, settings))
    page.finish()


def _put_in(model: nn.Module, weights: dict[str, torch.Tensor], path: Path) -> None:
    try:
        model.load_state_dict(weights)
    except RuntimeError:
        raise TextError(
            f"the weights in {path} do not fit into the model: one of your classes is another than when they were kept"
        ) from None


def _learn(
    page: Page, model: nn.Module, parts: Parts, corpus: Corpus, settings: Settings, *, seconds: float
) -> tuple[float, int, float]:
    """Train, and show how far the model is from what counting knows and from the floor.

    Returns:
        the loss, the number of steps, and the loss of counting pairs.
    """
    counted = corpus.counted_losses(6 if settings.unit == "words" else 8)
    best = min(counted)
    levels = {"pairs counted": counted[1], f"{counted.index(best) + 1} tokens counted": best}
    if corpus.floor is not None:
        levels["floor"] = corpus.floor
        page.say("Three of the stories: " + " / ".join(story.text for story in stories(3, seed=1)))
    size = sum(weight.numel() for weight in model.parameters())
    blind = {f"a blind guess, ln {len(corpus.vocabulary)}": math.log(len(corpus.vocabulary))}
    page.say(
        f"{len(corpus.training):,} tokens to learn from, {len(corpus.vocabulary)} different ones; {size:,} parameters. "
        "The loss is on texts that nobody learns from, in nats for each token. " + _meaning({**blind, **levels})
    )
    names = settings.unit == "words" and corpus.floor is not None
    curve, right = [], []
    every = max(1, settings.steps // POINTS)

    def report(step: int, used: float) -> None:
        curve.append((float(step), corpus.loss(model)))
        text = f"step {step:5}  {used:5.1f} s   loss {curve[-1][1]:.3f}"
        if names:
            right.append((float(step), corpus.returning_names_right(model)))
            text += f"   names that return: {100 * right[-1][1]:3.0f} % right"
        page.line(text)

    step, used = 0, 0.0
    for step, used, _ in learn(model, parts, corpus, settings, seconds):
        if step % every == 0:
            report(step, used)
    report(step + 1, used)
    page.chart(Chart({"your model": curve[1:]}, across="step", up="loss on held-out text", levels=levels))
    if names:
        page.chart(Chart({"your model": right}, across="step", up="share of returning names that are right"))
    return curve[-1][1], step + 1, counted[1]


def _meaning(levels: dict[str, float]) -> str:
    lines = [f"{name}: {loss:.3f}" for name, loss in levels.items()]
    floor = " The floor is the surprise of the program that makes the stories." if "floor" in levels else ""
    return f"To compare with: {', '.join(lines)}.{floor}"


def _verdict(loss: float, floor: float | None, pairs: float, *, full: bool, leak: bool, table: bool) -> str:
    """Say what a loss means, and where it is not that of a model whose parts are right: which exercise is suspect.

    Args:
        loss: on held-out texts.
        floor: the least that can be expected.
        pairs: the loss of counting pairs.
        full: whether the model took all its steps.
        leak: whether the mask was left out on purpose.
        table: whether there is no TinyGPT yet.
    """
    if math.isnan(loss):
        said = "The loss is not a number any more: somewhere a number became too large, or was divided by 0."
        return f"{said} {suspects()}"
    if floor is not None and loss < floor - NEAR:
        said = (
            f"The loss is {loss:.3f}, below the floor of {floor:.3f}. No model that has to guess what comes next can be "
            "there: this one sees it. A mask is missing, and when it writes there is nothing to be seen."
        )
        return said if leak else f"{said} {suspects()}"
    if table:
        return f"The loss is {loss:.3f}. A table of pairs cannot know more; your TinyGPT will."
    if floor is not None and loss <= floor + NEAR:
        return f"The loss is {loss:.3f}, {loss - floor:.3f} above the floor: nearly all that can be known is known."
    said = f"The loss is {loss:.3f}"
    said += "." if floor is None else f", {loss - floor:.3f} above the floor: there is more to know."
    wrong = full and loss > (pairs if floor is None else floor + FAR)
    return f"{said} A model whose parts are right knows more by now. {suspects()}" if wrong else said
