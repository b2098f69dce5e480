"""Lets a model write, and shows what it thinks comes next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from corpus import END, TextError, Vocabulary
from learning import Parts, Settings, write
from torch import nn

from assignments._support.page import Page

MOST = 8  # tokens that might come next
BAR = 40  # signs of the longest bar
COLDEST = 1e-6  # in place of temperature 0, at which only the likeliest is left
HELP = """Type the beginning of a story, or one of these:
  t 0.5     the temperature: near 0 the likeliest, above 1 the unlikely too
  k 3       top k: only the 3 likeliest; `k` alone takes it back
  q         stops"""


@dataclass(frozen=True)
class Knobs:
    """What can be turned when a model writes."""

    temperature: float = 0.8
    top_k: int | None = None
    seed: int = 0


@dataclass(frozen=True)
class Stage:
    """A model that writes on a page."""

    page: Page
    model: nn.Module
    parts: Parts
    settings: Settings

    @property
    def vocabulary(self) -> Vocabulary:
        """The tokens that the model knows."""
        return Vocabulary(self.settings.unit, self.settings.vocabulary)

    def next_tokens(self, start: str, knobs: Knobs) -> list[tuple[str, float]]:
        """Return the tokens that come next and their probabilities as the knobs turn them, the likeliest first."""
        ids = self.vocabulary.start(start)[None, -self.settings.length :]  # (1, T)
        with torch.no_grad():
            logits = self.model(ids)[0, -1]  # (V,)
        kept, places = logits.topk(min(knobs.top_k or len(logits), len(logits)))
        heated = (kept - kept[0]) / max(knobs.temperature, COLDEST)
        largest, places = heated.softmax(dim=-1)[:MOST], places[:MOST]
        names = [self.settings.vocabulary[place] for place in places.tolist()]
        return [*zip(names, largest.tolist(), strict=True)]

    def show(self, starts: Sequence[str], knobs: Knobs) -> None:
        """Show what the model thinks comes after the first start, and what it writes after each."""
        start = starts[0]
        ahead = self.next_tokens(start, knobs)
        top = "" if knobs.top_k is None else f" and top k {knobs.top_k}"
        turned = f"at temperature {knobs.temperature:g}{top}"
        where = f"comes after “{start}”" if start else "it begins with"
        self.page.say(f"What the model thinks {where}, {turned}:")
        for name, share in ahead:
            shown = "(the end)" if name == END else name.strip() or "(space)"
            self.page.line(f"{shown:>14} {100 * share:5.1f} % {'█' * round(BAR * share)}")
        if self.parts.generate is None:
            self.page.say("It writes nothing, because `generate` is not ready.")
            return
        source = torch.Generator().manual_seed(knobs.seed)
        self.page.say("It writes:")
        for start in starts:
            drawn = {"temperature": knobs.temperature, "top_k": knobs.top_k, "generator": source}
            ids = write(self.model, self.parts, self.vocabulary, self.settings, start, **drawn)
            self.page.say(self.vocabulary.text(ids).strip())

    def ask(self, knobs: Knobs) -> None:
        """Let whoever sits there type a start or turn the knobs, until they stop."""
        print(HELP)
        while True:
            try:
                line = input("\n> ").strip()
            except EOFError:
                return
            if line == "q":
                return
            try:
                turned = _turned(knobs, line)
                if turned:
                    knobs = turned
                    print(f"temperature {knobs.temperature:g}, top k {knobs.top_k or 'off'}")
                else:
                    self.show([line], knobs)
                    knobs = replace(knobs, seed=knobs.seed + 1)
            except TextError as sentence:
                print(f"{sentence}.")


def _turned(knobs: Knobs, line: str) -> Knobs | None:
    """Return the knobs as a line turns them; None if it is the start of a story.

    Raises:
        TextError: the number is none.
    """
    name, _, value = line.partition(" ")
    try:
        if name == "t":
            return replace(knobs, temperature=abs(float(value)))
        if name == "k":
            return replace(knobs, top_k=max(1, int(value)) if value else None)
    except ValueError:
        raise TextError(f"{value!r} is not a number") from None
    return None
