"""Lets the student's model write with and without their `CachedAttention`, and counts tokens per second."""

import time
from collections.abc import Callable
from dataclasses import replace

import torch
from learning import PART, Settings, build, find_parts
from torch import Tensor, nn

from assignments._support.figures import Chart
from assignments._support.page import Page
from assignments._support.whose import own

LENGTHS = (8, 16, 32, 64, 128, 256, 512)
TOKENS = 50  # in the vocabulary
SAFE = 200  # the longest text that the exercises ask for


class NoCache(nn.Module):
    """Stands in for `CachedAttention` where there is none; it attends to nothing."""

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        self.width, self.heads = d_model, num_heads

    def forward(self, x: Tensor, _: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor, Tensor]:
        """Return zeros of the right shapes: the output, and keys and values."""
        past = x.new_zeros(len(x), self.heads, x.shape[1], self.width // self.heads)
        return x * 0, past, past


class Remembering(nn.Module):
    """A `TinyGPT` that remembers what it has read, and computes new tokens only.

    It turns ids into logits as `generate` expects it of a model. So `generate` need not know of the cache.
    """

    def __init__(self, model: nn.Module, cached: Callable[[int, int], nn.Module], heads: int) -> None:
        super().__init__()
        self.model = model
        self.attentions = nn.ModuleList()
        for block in model.blocks:
            attention = cached(block.attention.W_Q.weight.shape[1], heads)
            attention.load_state_dict(block.attention.state_dict())  # both have the same names
            self.attentions.append(attention)
        self._forget()

    def _forget(self) -> None:
        self._read = torch.zeros(1, 0, dtype=torch.int64)
        self._caches: list[tuple[Tensor, Tensor] | None] = [None] * len(self.attentions)

    def forward(self, ids: Tensor) -> Tensor:
        """Return the logits of the tokens that are new since the last call, `(B, T_new, V)`."""
        past = self._read.shape[1]
        if not (past < ids.shape[1] and torch.equal(ids[:, :past], self._read.expand(len(ids), -1))):
            self._forget()  # another text, or one whose beginning has left the window
            past = 0
        positions = torch.arange(past, ids.shape[1])  # (T_new,)
        x = self.model.token_embedding(ids[:, past:]) + self.model.position_embedding(positions)  # (B, T_new, d_model)
        for place, (block, attention) in enumerate(zip(self.model.blocks, self.attentions, strict=True)):
            attended, self._caches[place] = attention(block.norm_1(x), self._caches[place])
            x = x + attended
            x = x + block.feed_forward(block.norm_2(x))
        self._read = ids
        return self.model.norm(x) @ self.model.token_embedding.weight.T


class Timed(nn.Module):
    """A model that notes the processor time of each call."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model
        self.times = [time.process_time()]

    def forward(self, ids: Tensor) -> Tensor:
        """Return what the model returns."""
        logits = self.model(ids)
        self.times.append(time.process_time())
        return logits


def race(seed: int) -> None:
    """Write the same text twice, and draw how many tokens a second there were up to each length."""
    page = Page(f"{PART}_race", "A race: with the cache and without it")
    parts = find_parts()
    x = torch.zeros(1, 3, 8)
    cached = own("CachedAttention", PART, NoCache, lambda made: _flat(made(8, 2)(x)), of="nobody's")
    if cached is NoCache or not parts.complete:
        page.say("There is no race before your CachedAttention, TinyGPT and generate are ready.")
        return
    settings = replace(Settings(), length=max(LENGTHS), vocabulary=[str(number) for number in range(TOKENS)])
    torch.manual_seed(seed)
    model = build(parts, settings)
    page.say(_same(model, Remembering(model, cached, settings.heads)))
    lines = {
        "anew for each token": _rates(parts.generate, model, seed),
        "with your cache": _rates(parts.generate, Remembering(model, cached, settings.heads), seed),
    }
    page.line(f"{'length':>24}{''.join(f'{length:>8}' for length in LENGTHS)}")
    for name, points in lines.items():
        page.line(f"{name:>24}{''.join(f'{rate:8.0f}' for _, rate in points)}   tokens a second")
    if shortest := [name for name, points in lines.items() if len(points) < len(LENGTHS)]:
        page.say(f"Your attention stops before {max(LENGTHS)} tokens ({', '.join(shortest)}). It need not go so far.")
    page.chart(Chart(lines, across="tokens written", up="tokens a second", log="x"))
    (length, slow), (_, fast) = min(zip(*lines.values(), strict=False), key=lambda pair: -pair[0][0])
    page.say(
        f"Up to {length:.0f} tokens the cache is {fast / slow:.1f} times as fast. Without it, the whole text is read again "
        "for each new token; with it, a token costs one row of scores."
    )
    page.finish()


def _flat(result: tuple[Tensor, tuple[Tensor, Tensor]]) -> tuple[Tensor, ...]:
    out, (keys, values) = result if len(result) == 2 else (result[0], result[1:])
    return out, keys, values


def _same(model: nn.Module, remembering: nn.Module) -> str:
    """Say whether both models agree, on a text that is read in two pieces."""
    ids = torch.randint(TOKENS, (1, min(40, max(LENGTHS))))
    half = ids.shape[1] // 2
    with torch.no_grad():
        whole = model(ids)[:, half:]
        remembering(ids[:, :half])
        furthest = (remembering(ids) - whole).abs().max().item()
    if furthest < 1e-3:
        return "With and without the cache, the model says the same."
    return (
        f"With the cache the model says something else (by up to {furthest:.2g}): `pytest "
        f"assignments/{PART} -k CachedAttention` and `pytest assignments/03_multihead` show which of your two attentions "
        "is wrong."
    )


def _rates(generate: Callable[..., Tensor], model: nn.Module, seed: int) -> list[tuple[float, float]]:
    """Return tokens a second up to each length, as far as the model gets."""
    timed, source = Timed(model), torch.Generator().manual_seed(seed)
    first = torch.zeros(1, 1, dtype=torch.int64)
    try:
        generate(timed, first, max(LENGTHS) - 1, max(LENGTHS), 1.0, None, source)
    except Exception:  # a mask of the student's may end after 200 tokens: that is as far as the exercises go
        if len(timed.times) <= SAFE:
            raise
    spent = [at - timed.times[0] for at in timed.times]
    reached = [length for length in LENGTHS if length <= len(spent)]
    return [(float(length), length / max(spent[length - 1], 1e-9)) for length in reached]
