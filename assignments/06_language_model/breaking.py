"""Takes one part at a time out of the student's model, and lets what is left learn."""

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import torch
from corpus import Corpus, story_corpus
from learning import PART, Parts, Settings, build, find_parts, learn, write
from torch import Tensor, nn
from torch.nn.utils import parametrize

from assignments._support.figures import Chart
from assignments._support.page import Page

# Four blocks, for a gradient to get lost in, and steps as large as the whole model just bears.
SETTINGS = Settings(layers=4, rows=8, steps=200, rate=2e-2, warm_up=10)
EVERY = 25  # steps, over which a loss is averaged
CLEAR = 0.05  # nats, the least difference that counts
LEARNED = 4000  # stories
SECONDS = 30.0  # of processor time, the most for each model


class Nothing(nn.Module):
    """In place of attention: no token hears of another."""

    def forward(self, x: Tensor) -> Tensor:
        """Return zeros."""
        return torch.zeros_like(x)


class WithoutResidual(nn.Module):
    """A block in which both halves replace the token vector, where they should add to it."""

    def __init__(self, block: nn.Module) -> None:
        super().__init__()
        self.block = block

    def forward(self, x: Tensor) -> Tensor:
        """Return one vector per token, `(B, T, d_model)`."""
        attended = self.block.attention(self.block.norm_1(x))
        return self.block.feed_forward(self.block.norm_2(attended))


class Times(nn.Module):
    """A weight that is larger by a factor than what is learned."""

    def __init__(self, factor: float) -> None:
        super().__init__()
        self.factor = factor

    def forward(self, weight: Tensor) -> Tensor:
        """Return the weight to be used."""
        return self.factor * weight


def without_mask(model: nn.Module, parts: Parts, settings: Settings) -> None:
    """Let every token see the ones that come after it."""
    for block in model.blocks:
        block.attention = parts.attention(settings.width, settings.heads, False)


def without_norm(model: nn.Module, *_: object) -> None:
    """Take out all norms."""
    model.norm = nn.Identity()
    for block in model.blocks:
        block.norm_1 = block.norm_2 = nn.Identity()


def without_residual(model: nn.Module, *_: object) -> None:
    """Let both halves of each block replace the token vector."""
    model.blocks = nn.ModuleList(WithoutResidual(block) for block in model.blocks)


def without_attention(model: nn.Module, *_: object) -> None:
    """Take out attention."""
    for block in model.blocks:
        block.attention = Nothing()


def without_scale(model: nn.Module, _: Parts, settings: Settings) -> None:
    """Undo the division by the root of the width of a head: the queries are larger by just that factor."""
    factor = math.sqrt(settings.width // settings.heads)
    for block in model.blocks:
        parametrize.register_parametrization(block.attention.W_Q, "weight", Times(factor))


def unchanged(*_: object) -> None:
    """Leave everything in its place."""


@dataclass(frozen=True)
class Variant:
    """A model with one part taken out, or another size of it.

    Attributes:
        name: what is missing.
        change: what is done to the new model.
        heads: in each block.
        against: the name of the loss that its own is compared with.
        expected: how the two compare: `more` is learned, `less`, or `as much`.
        why: why that is so.
    """

    name: str
    change: Callable[..., None]
    heads: int = 4
    against: str = "whole"
    expected: str = "less"
    why: str = ""


VARIANTS = (
    Variant("whole", unchanged),
    Variant(
        "no attention", without_attention, why="No word hears of the one before the last: it can only count pairs."
    ),
    Variant(
        *("no residual", without_residual),
        why="Every layer has to hand on all that the next one needs, and a gradient passes through all of them.",
    ),
    Variant("no norm", without_norm, why="What the layers read grows as they learn, and every step changes more."),
    Variant(
        *("one wide head", unchanged, 1),
        expected="as much",
        why="In so short a text, one row of weights in each of four blocks is enough. It is here for the next one.",
    ),
    Variant(
        *("one wide head, no scale", without_scale, 1, "one wide head"),
        why="Scores are eight times as large: softmax picks one token from the start, and hardly moves any more.",
    ),
    Variant(
        *("no mask", without_mask, 4, "the floor", "more"),
        why="Each word sees the next one, which it has to guess, and copies it. Nothing that has to guess gets there.",
    ),
)


def compared(loss: float, other: float) -> str:
    """Say whether a model with this loss learned `more`, `less` or `as much` as another one; no number is `less`."""
    if abs(loss - other) <= CLEAR:
        return "as much"
    return "more" if loss < other else "less"


def told(variant: Variant, losses: Mapping[str, float]) -> str:
    """Say how much a variant learned; and why, where it is what was to be expected."""
    loss, other = losses[variant.name], losses[variant.against]
    result = compared(loss, other)
    start = f"{variant.name}: {loss:.3f}, and {variant.against} {other:.3f}. "
    if result == variant.expected:
        return start + variant.why
    return f"{start}In this run it learned {result} where most learn {variant.expected}: try another `--seed`."


def break_it(seed: int, seconds: float | None) -> None:
    """Ask for a guess, train all variants in the same way, and draw what they learn."""
    page = Page(f"{PART}_broken", "One part taken out at a time")
    parts = find_parts()
    if not parts.complete:
        page.say("There is nothing to take apart before your TinyGPT and generate are ready.")
        return
    page.say(
        f"{len(VARIANTS)} models learn from the same stories for {SETTINGS.steps} steps: "
        f"{', '.join(v.name for v in VARIANTS)}. "
        "Guess first: which one ends with the largest loss, and which one with the smallest?"
    )
    guess = input("your guess: ") if sys.stdin.isatty() else ""
    corpus = story_corpus("words", learned=LEARNED)
    settings = replace(SETTINGS, vocabulary=[*corpus.vocabulary.tokens])
    curves, last = {}, None
    for variant in VARIANTS:
        last, curve = _learned(variant, parts, corpus, settings, seed=seed, seconds=seconds or SECONDS)
        curves[variant.name] = curve
        page.line(f"{variant.name:>24}: {curve[-1][1]:.3f}")
    blind = math.log(len(corpus.vocabulary))
    drawn = {name: [(step, min(loss, blind)) for step, loss in curve] for name, curve in curves.items()}
    levels = {"blind guess": blind, "floor": corpus.floor}
    page.chart(
        Chart(drawn, across="step", up="loss on the stories it learns from, at most a blind guess", levels=levels)
    )
    losses = {name: curve[-1][1] for name, curve in curves.items()} | {"the floor": corpus.floor}
    for variant in VARIANTS:
        if variant.why:
            page.say(told(variant, losses))
    source = torch.Generator().manual_seed(seed)
    ids = write(last, parts, corpus.vocabulary, settings, "", temperature=0.8, generator=source)
    text = corpus.vocabulary.text(ids).strip()
    page.say(f"Whether the model without a mask has learned anything shows when it writes: {text}")
    if guess:
        page.say(f"Your guess was: {guess}")
    page.finish()


def _learned(
    variant: Variant, parts: Parts, corpus: Corpus, settings: Settings, *, seed: int, seconds: float
) -> tuple[nn.Module, list[tuple[float, float]]]:
    """Return a variant that has learned, and its loss after every few steps; all learn from the same pieces."""
    sizes = replace(settings, heads=variant.heads)
    torch.manual_seed(seed)
    model = build(parts, sizes)
    variant.change(model, parts, sizes)
    torch.manual_seed(seed)
    losses = [loss for _, _, loss in learn(model, parts, corpus, sizes, seconds)]
    ends = range(EVERY, len(losses) + 1, EVERY) or [len(losses)]  # of a time that was over early, all steps
    return model, [(float(end), sum(losses[max(0, end - EVERY) : end]) / min(EVERY, end)) for end in ends]
