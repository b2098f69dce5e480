"""What the checks of part 06 share: sizes, weights of its layers, models that write, and pieces of a text."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import FLOAT32, Tolerance, as_sequence, as_tensor, assert_tensor, require
from autograder.checking.layers import Weights
from autograder.checking.samples import sample
from autograder.checking.student import returned
from autograder.sandbox.host.student_text import listed, quoted_shape

HEADS, D_H = 3, 2
D_MODEL, D_HIDDEN = HEADS * D_H, 10
VOCAB, LAYERS, MAX_TOKENS = 11, 2, 9
ROUNDED_TO_FLOAT32 = 1e-8  # numbers of order 1 that were float32 on the way bend by more (`assert_keeps_dtype`)

# The parameters of a block and their shapes, as a specification describes them.
OF_A_BLOCK = {
    "norm_1.weight": "h*d_h",
    "norm_1.bias": "h*d_h",
    **{f"attention.{name}.weight": "h*d_h h*d_h" for name in ("W_Q", "W_K", "W_V", "W_O")},
    "norm_2.weight": "h*d_h",
    "norm_2.bias": "h*d_h",
    "feed_forward.up.weight": "d_hidden h*d_h",
    "feed_forward.up.bias": "d_hidden",
    "feed_forward.down.weight": "h*d_h d_hidden",
    "feed_forward.down.bias": "h*d_h",
}


def around_one(*shape: int, seed: int) -> Tensor:
    """A scale around 1."""
    return 1 + sample(*shape, seed=seed, scale=0.4)


def norm_weights(d_model: int, seed: int = 20, prefix: str = "") -> Weights:
    """A scale around 1 and a shift around 0."""
    return {
        f"{prefix}weight": 1 + sample(d_model, seed=seed, scale=0.4),
        f"{prefix}bias": sample(d_model, seed=seed + 1, scale=0.4),
    }


def thinking_weights(d_model: int, d_hidden: int, seed: int = 30, prefix: str = "") -> Weights:
    """A layer up and a layer down, with biases."""
    return {
        f"{prefix}up.weight": sample(d_hidden, d_model, seed=seed, scale=1 / math.sqrt(d_model)),
        f"{prefix}up.bias": sample(d_hidden, seed=seed + 1, scale=0.5),
        f"{prefix}down.weight": sample(d_model, d_hidden, seed=seed + 2, scale=1 / math.sqrt(d_hidden)),
        f"{prefix}down.bias": sample(d_model, seed=seed + 3, scale=0.5),
    }


def attention_weights(d_model: int, seed: int = 40, prefix: str = "") -> Weights:
    """Four square layers that keep scores of order 1."""
    scale = 1.2 / math.sqrt(d_model)
    return {
        f"{prefix}{name}.weight": sample(d_model, d_model, seed=seed + place, scale=scale)
        for place, name in enumerate(("W_Q", "W_K", "W_V", "W_O"))
    }


def block_weights(d_model: int, d_hidden: int, seed: int = 50, prefix: str = "") -> Weights:
    """Everything in a block, in the order of its state dict."""
    return {
        **norm_weights(d_model, seed, f"{prefix}norm_1."),
        **attention_weights(d_model, seed + 2, f"{prefix}attention."),
        **norm_weights(d_model, seed + 6, f"{prefix}norm_2."),
        **thinking_weights(d_model, d_hidden, seed + 8, f"{prefix}feed_forward."),
    }


def gpt_weights(
    vocab_size: int = VOCAB,
    d_model: int = D_MODEL,
    d_hidden: int = D_HIDDEN,
    num_layers: int = LAYERS,
    max_tokens: int = MAX_TOKENS,
) -> Weights:
    """Everything in a TinyGPT, in the order of its state dict."""
    weights = {
        "token_embedding.weight": sample(vocab_size, d_model, seed=60, scale=0.7),
        "position_embedding.weight": sample(max_tokens, d_model, seed=61, scale=0.7),
    }
    for layer in range(num_layers):
        weights |= block_weights(d_model, d_hidden, 70 + 20 * layer, f"blocks.{layer}.")
    return weights | norm_weights(d_model, 62, "norm.")


def some_ids(*shape: int, seed: int, vocab_size: int = VOCAB) -> Tensor:
    """Ids below `vocab_size`, int64."""
    return torch.randint(vocab_size, shape, generator=torch.Generator().manual_seed(seed))


def generator(seed: int) -> dict[str, Any]:
    """A seeded generator as an argument."""
    return {"$": "generator", "seed": seed, "name": f"torch.Generator().manual_seed({seed})"}


def writer(table: Tensor, *, training: bool = True, raises_at: int = -1, frozen: bool = False) -> dict[str, Any]:
    """A model that writes as an argument: `Writer` of solutions/shared/arguments.py with this table of logits."""
    options = {"training": training, "raises_at": raises_at, "frozen": frozen}
    return {"$": "writer", "table": table, "name": "model", **options}


def logits_of_writer(ids: Tensor, table: Tensor) -> Tensor:
    """What `Writer` gives in evaluation mode, position by position: `(B, T)` to `(B, T, V)`."""
    rows = []
    for text in ids:
        memory, logits = torch.zeros(table.shape[1], dtype=table.dtype), []
        for token in text:
            memory = memory / 2 + table[token]
            logits.append(memory)
        rows.append(torch.stack(logits))
    return torch.stack(rows)


def asked_of(answer: Answer) -> list[Mapping[str, int]]:
    """What the writer among the arguments of the last call was asked: of each call, tokens, mode and graph."""
    log = answer.models[-1]["weights"].get("log")
    rows = as_tensor(log, answer.called).tolist()
    return [{"tokens": int(row[0]), "training": int(row[1]), "graph": int(row[2])} for row in rows if row[0] >= 0]


def drawn_from(handed: Mapping[str, Any], right: Tensor, called: str, tolerance: Tolerance = FLOAT32) -> Tensor:
    """Require that `torch.multinomial` was given these probabilities, and return the ids that it gave.

    Not the ids are compared: they depend on how the probabilities lie in memory, of which no text speaks. Rows may have
    any sum, because `multinomial` divides by it.
    """
    name = f"{called}: what torch.multinomial is given"
    shares = as_tensor(handed["given"][0], name)
    if shares.shape == right.shape and bool((shares.double().sum(-1) > 0).all()):
        assert_tensor(shares.double() / shares.double().sum(-1, keepdim=True), right, tolerance, called=name)
    else:
        assert_tensor(shares, right, tolerance, called=name)
    count = handed["given"][1] if len(handed["given"]) > 1 else handed["named"].get("num_samples")
    require(count == 1, f"{called} draws more than one id for each row")
    return as_tensor(handed["value"], name).reshape(-1)


def in_pieces(x: Tensor, *lengths: int) -> list[tuple[Any, ...]]:
    """The arguments of calls that read `x` in pieces of these lengths, each with the cache of the call before."""
    first, *others = torch.split(x, list(lengths), dim=1)
    return [(first.contiguous(),), *((piece.contiguous(), returned(1, name="cache")) for piece in others)]


def output_and_cache(value: object, called: str, shape: Sequence[int]) -> Tensor:
    """Return the output of one call of CachedAttention; fail unless a cache of this shape comes with it."""
    items = as_sequence(value, called)
    require(len(items) == 2, f"{called} returned {len(items)} things, expected two: output and cache", "wrong type")
    cache = as_sequence(items[1], f"{called}: the cache")
    require(len(cache) == 2, f"{called}: the cache has {len(cache)} parts, expected keys and values", "wrong type")
    for name, part in zip(("keys", "values"), cache, strict=True):
        got = as_tensor(part, f"{called}: the {name} of the cache").shape
        text = f"{called}: the {name} of the cache have shape {quoted_shape(got)}, expected {tuple(shape)}"
        require(tuple(got) == tuple(shape), text, "wrong shape")
    return as_tensor(items[0], f"{called}: the output")


def read(answer: Answer, num_heads: int, *, start: int = 0) -> Tensor:
    """Return the outputs of calls `in_pieces`, one behind the other, from call `start`; the caches must grow."""
    outputs, past = [], 0
    for call, value in zip(answer.request["calls"], answer.values, strict=True):
        B, T, d_model = call["args"][0].shape
        past += T
        outputs.append(output_and_cache(value, answer.called, (B, num_heads, past, d_model // num_heads)))
    return torch.cat(outputs[start:], dim=1)


def assert_tied(answer: Answer, names: Sequence[str]) -> None:
    """Require that the state dict has no other names; one more for the token embedding is accepted (`reading`)."""
    table = answer.weights.get("token_embedding.weight")
    tied = {name for name, value in answer.weights.items() if table is not None and _is(value, table)}
    more = [name for name in answer.state if name not in names and name not in tied]
    require(not more, f"the state dict of TinyGPT also holds {listed(more[:4])}")


def _is(value: Tensor, table: Tensor) -> bool:
    return value.shape == table.shape and torch.equal(value, table)
