"""Builds the student's model from their own parts, trains it, keeps it in a file and reads it again."""

import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from corpus import Corpus, TextError, Vocabulary
from torch import Tensor, nn

from assignments._support.payoffs import rounds
from assignments._support.whose import own

PART, ATTENTION_PART, HEADS_PART = "06_language_model", "03_multihead", "02_causal"
SPREAD = 0.2  # of the token vectors at the start
ITSELF = 0.02  # the same in a TinyGPT by itself, and of its positions


@dataclass(frozen=True)
class Settings:
    """What a model is built of, and how long it learns."""

    unit: str = "words"
    length: int = 52  # tokens of a piece: the longest story has no more
    rows: int = 16  # pieces in a batch
    steps: int = 1400
    rate: float = 5e-3  # the largest learning rate
    warm_up: int = 50  # steps until it is reached
    memory: float = 0.999  # the second of AdamW's betas: how much it keeps of the size that gradients had
    width: int = 64
    heads: int = 4
    layers: int = 2
    attention: str = "own"
    positions: str = "learned"
    vocabulary: list[str] = field(default_factory=list)


class PairTable(nn.Module):
    """Stands in for `TinyGPT`: one score for each pair of tokens. It learns what follows what, and nothing else."""

    def __init__(self, vocab_size: int, *sizes: int) -> None:
        super().__init__()
        del sizes
        self.scores = nn.Embedding(vocab_size, vocab_size)

    def forward(self, ids: Tensor) -> Tensor:
        """Return the scores of what follows each token: `(B, T)` to `(B, T, vocab_size)`."""
        return self.scores(ids)


class SumOfHeads(nn.Module):
    """Single heads of part 02, added up. Each W_O is a block of columns of the W_O of one fused layer."""

    def __init__(self, head: Callable[[int, int], nn.Module], d_model: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList(head(d_model, d_model // num_heads) for _ in range(num_heads))

    def forward(self, x: Tensor) -> Tensor:
        """Return one vector per token, `(B, T, d_model)`."""
        return torch.stack([head(x) for head in self.heads]).sum(dim=0)


@dataclass(frozen=True)
class Parts:
    """What a run uses: of the student's own where it works.

    Attributes:
        gpt: `TinyGPT`, or `PairTable`.
        attention: makes the attention of a block from its width, its number of heads, and whether it is causal.
        cross_entropy: the loss.
        generate: what writes; None where it cannot.
        positions: makes the table of positions; None leaves the learned one.
    """

    gpt: Callable[..., nn.Module]
    attention: Callable[[int, int, bool], nn.Module]
    cross_entropy: Callable[[Tensor, Tensor], Tensor]
    generate: Callable[..., Tensor] | None
    positions: Callable[[int, int], Tensor] | None = None

    @property
    def complete(self) -> bool:
        """Whether there is a `TinyGPT`, and something that writes."""
        return self.gpt is not PairTable and self.generate is not None


def find_parts(attention: str = "own", positions: str = "learned") -> Parts:
    """Look for the student's parts, and print whose each one is."""
    x, ids = torch.randn(1, 3, 8), torch.zeros(1, 3, dtype=torch.int64)
    own("LayerNorm", PART, nn.LayerNorm, lambda made: made(8)(x))
    own("FeedForward", PART, lambda *_: nn.Linear(8, 8), lambda made: made(8, 16)(x), of="nobody's")
    own("TransformerBlock", PART, lambda *_: nn.Linear(8, 8), lambda made: made(8, 2, 16)(x), of="nobody's")
    gpt = own("TinyGPT", PART, PairTable, lambda made: made(11, 8, 2, 16, 1, 6)(ids), of="a table of pairs of tokens")
    loss = own("cross_entropy", PART, _library_loss, lambda used: used(torch.randn(1, 3, 5, requires_grad=True), ids))
    own("sample_next", PART, lambda scores: scores.argmax(-1), lambda used: used(torch.zeros(2, 5)), of="nobody's")
    write = own("generate", PART, _repeat, lambda used: used(PairTable(11), ids, 2, 6), of="nobody's")
    waves = None
    if positions == "sinusoidal":
        waves = own("sinusoidal_positions", PART, torch.randn, lambda used: used(6, 8), of="random numbers")
    layer = None if gpt is PairTable else _find_attention(attention, type(gpt(11, 8, 2, 16, 1, 6).blocks[0].attention))
    return Parts(gpt, layer, loss, None if write is _repeat else write, waves)


def _find_attention(attention: str, given: Callable[..., nn.Module]) -> Callable[[int, int, bool], nn.Module]:
    x = torch.randn(1, 3, 8)
    whose = "the one that part 06 gives"
    if attention == "given":
        return given
    if attention == "heads":
        stand_in = functools.partial(_one_given_head, given)
        head = own("CausalSelfAttention", HEADS_PART, stand_in, lambda made: made(8, 4)(x), of=whose)
        return lambda width, heads, _: SumOfHeads(head, width, heads)
    return own("MultiHeadAttention", ATTENTION_PART, given, lambda made: made(8, 2, causal=True)(x), of=whose)


def _one_given_head(given: Callable[..., nn.Module], width: int, _: int) -> nn.Module:
    return given(width, 1, causal=True)


def _library_loss(logits: Tensor, targets: Tensor) -> Tensor:
    return nn.functional.cross_entropy(logits.flatten(end_dim=-2), targets.flatten())


def _repeat(_: nn.Module, ids: Tensor, count: int, *__: Any) -> Tensor:
    return nn.functional.pad(ids, (0, count))


def build(parts: Parts, settings: Settings) -> nn.Module:
    """Return a new model.

    Its token vectors begin ten times as far apart as `TinyGPT` makes them. Words of one kind, such as names, are used in
    the same places, and so their vectors move in the same direction. Vectors that begin close together are nearly equal
    then, and it takes long until the model can tell one name from the other. Waves are made as small as the table of
    positions begins: as large as they are by themselves, they drown out which token it is.
    """
    sizes = (settings.width, settings.heads, 4 * settings.width, settings.layers, settings.length)
    model = parts.gpt(len(settings.vocabulary), *sizes)
    if parts.gpt is PairTable:
        return model
    nn.init.normal_(model.token_embedding.weight, std=SPREAD)
    for block in model.blocks:
        block.attention = parts.attention(settings.width, settings.heads, True)
    if parts.positions is not None:
        model.position_embedding.weight.requires_grad_(requires_grad=False)
        waves = parts.positions(settings.length, settings.width)  # their mean square is 1/2
        model.position_embedding.weight.data.copy_(ITSELF * math.sqrt(2) * waves)
    return model


def quieten(model: nn.Module) -> None:
    """Make the first logits of a model small, so that it begins with the loss of a blind guess.

    Its token vectors are large, and they make the logits, too. So the last norm begins as much smaller as they are larger.
    """
    with torch.no_grad():
        for weight in model.norm.parameters():
            weight.mul_(ITSELF / SPREAD)


def learn(
    model: nn.Module, parts: Parts, corpus: Corpus, settings: Settings, seconds: float
) -> Iterator[tuple[int, float, float]]:
    """Train a model in place; yield the step, the seconds of processor time, and the loss, before each update.

    The loop is that of part 05 with PyTorch's AdamW. The learning rate rises for a few steps and then falls to zero.
    """
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(weights, weight_decay=0.1, betas=(0.9, settings.memory))
    for step, used in rounds(seconds, settings.steps - 1):
        done = max(step / settings.steps, used / seconds)
        for group in optimiser.param_groups:
            group["lr"] = settings.rate * min((step + 1) / settings.warm_up, max(0.0, 1 - done))
        ids, targets = corpus.pieces(settings.rows, settings.length)
        loss = parts.cross_entropy(model(ids), targets)
        yield step, used, loss.item()
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()


def heads_of(model: nn.Module, ids: Tensor, settings: Settings) -> dict[str, Tensor]:
    """Return the attention weights of each head on one text `(T,)`, by the name of the head: `(T, T)` each."""
    read: list[Tensor] = []
    hooks = [block.attention.register_forward_pre_hook(lambda _, x: read.append(x[0])) for block in model.blocks]
    later = torch.ones(len(ids), len(ids), dtype=torch.bool).triu(1)
    heads = {}
    with torch.no_grad():
        model(ids[None])
        for layer, (block, x) in enumerate(zip(model.blocks, read, strict=True), start=1):
            projected = (part(x)[0] for part in (block.attention.W_Q, block.attention.W_K))  # (T, d_model) each
            queries, keys = (y.unflatten(-1, (settings.heads, -1)).transpose(0, 1) for y in projected)
            scores = torch.matmul(queries, keys.mT) / math.sqrt(queries.shape[-1])  # (h, T, T)
            weights = scores.masked_fill(later, -torch.inf).softmax(dim=-1)
            heads |= {f"layer {layer}, head {place}": each for place, each in enumerate(weights, start=1)}
    for hook in hooks:
        hook.remove()
    return heads


def write(
    model: nn.Module, parts: Parts, vocabulary: Vocabulary, settings: Settings, start: str, **knobs: Any
) -> Tensor:
    """Return the ids of what a model writes after a start, up to the end of the line or of its length."""
    ids = vocabulary.start(start)[None]  # (1, T)
    count = max(1, settings.length - ids.shape[1])
    made = parts.generate(model, ids, count, settings.length, **knobs)[0]
    ends = (made == ids[0, 0]).nonzero()[1:2, 0]  # the first id is the end of the line before
    return made[: int(ends)] if len(ends) else made


def keep(path: Path, model: nn.Module, settings: Settings) -> None:
    """Write a model to a file.

    Raises:
        TextError: the file cannot be written.
    """
    try:
        torch.save({"settings": asdict(settings), "weights": model.state_dict()}, path)
    except (OSError, RuntimeError) as error:
        raise TextError(f"{path} cannot be written: {error}") from None


def kept(path: Path) -> tuple[Settings, dict[str, Tensor]]:
    """Return what a model was built of, and its weights.

    Raises:
        TextError: the file is not such a model.
    """
    try:
        found = torch.load(path, weights_only=True)
        return Settings(**found["settings"]), found["weights"]
    except FileNotFoundError:
        raise TextError(f"there is no file {path}; `--save {path}` writes one") from None
    except Exception:  # noqa: BLE001 - any file may be named
        raise TextError(f"{path} is not a model that `--save` has written") from None
