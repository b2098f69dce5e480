"""Takes one part at a time out of the student's model, and lets what is left learn."""

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from corpus import story_corpus
from learning import PART, Parts, Settings, build, find_parts, learn, write
from torch import Tensor, nn
from torch.nn.utils import parametrize

from assignments._support.figures import Chart
from assignments._support.page import Page

STEPS, EVERY = 300, 25
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
        why: what there is to see in its curve.
    """

    name: str
    change: Callable[..., None]
    heads: int = 4
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
    Variant("one wide head", unchanged, heads=1, why="One row of weights has to do for all questions at once."),
    Variant(
        *("one wide head, no scale", without_scale, 1),
        why="Scores are eight times as large: softmax picks one token from the start, and hardly moves any more.",
    ),
    Variant("no mask", without_mask, why="Each word sees the next one, which it has to guess, and copies it."),
)


def break_it(seed: int, seconds: float | None) -> None:
    """Ask for a guess, train all variants in the same way, and draw what they learn."""
    page = Page(f"{PART}_broken", "One part taken out at a time")
    parts = find_parts()
    if not parts.complete:
        page.say("There is nothing to take apart before your TinyGPT and generate are ready.")
        return
    page.say(
        f"{len(VARIANTS)} models learn from the same stories for {STEPS} steps: {', '.join(v.name for v in VARIANTS)}. "
        "Guess first: which one ends with the largest loss, and which one with the smallest?"
    )
    guess = input("your guess: ") if sys.stdin.isatty() else ""
    corpus = story_corpus("words", learned=LEARNED)
    settings = Settings(steps=STEPS, vocabulary=[*corpus.vocabulary.tokens])
    curves, last = {}, None
    for variant in VARIANTS:
        sizes = replace(settings, heads=variant.heads)
        torch.manual_seed(seed)
        model = build(parts, sizes)
        variant.change(model, parts, sizes)
        losses = [loss for _, _, loss in learn(model, parts, corpus, sizes, seconds or SECONDS)]
        curves[variant.name] = [
            (float(end), sum(losses[end - EVERY : end]) / EVERY) for end in range(EVERY, len(losses) + 1, EVERY)
        ]
        page.line(f"{variant.name:>24}: {curves[variant.name][-1][1]:.3f}")
        last = model
    page.chart(Chart(curves, across="step", up="loss on the stories it learns from", levels={"floor": corpus.floor}))
    for variant in VARIANTS:
        if variant.why:
            page.say(f"{variant.name}: {variant.why}")
    source = torch.Generator().manual_seed(seed)
    ids = write(last, parts, corpus.vocabulary, settings, "", temperature=0.8, generator=source)
    text = corpus.vocabulary.text(ids).strip()
    leaked = curves["no mask"][-1][1]
    where = "below" if leaked < corpus.floor else "not yet below"
    page.say(
        f"The model without a mask is at {leaked:.3f}, {where} the floor of {corpus.floor:.3f}; no model can get below it "
        f"that has to guess. Whether it has learned anything shows when it writes: {text}"
    )
    if guess:
        page.say(f"Your guess was: {guess}")
    page.finish()
