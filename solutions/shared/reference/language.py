"""A small language model written out from its formulas: one vector, one row, one token at a time, in float64."""

import cmath
import math
from collections.abc import Callable, Mapping, Sequence

import torch
from torch import Tensor

from autograder.checking.reference_cache import remembered
from solutions.shared.reference.attention import multi_head_attention, project

Weights = Mapping[str, Tensor]
PARTS_OF_A_BLOCK = 12  # parameters


@remembered
def sinusoidal_positions(T: int, d_model: int) -> Tensor:
    """Vaswani et al. 2017, section 3.5, entry by entry: `(T, d_model)`."""
    rows = [[_wave(t, column, d_model) for column in range(d_model)] for t in range(T)]
    return torch.tensor(rows, dtype=torch.float64)


def _wave(t: int, column: int, d_model: int) -> float:
    pair, is_cosine = divmod(column, 2)
    angle = t / 10_000 ** (2 * pair / d_model)
    return math.cos(angle) if is_cosine else math.sin(angle)


@remembered
def layer_norm(x: Tensor, weight: Tensor, bias: Tensor, *, eps: float = 1e-5) -> Tensor:
    """Ba, Kiros and Hinton 2016, vector by vector: `(..., d)` to the same."""
    exact, scale, shift = (value.to(torch.float64) for value in (x, weight, bias))
    vectors = [scale * _normalised(vector, eps) + shift for vector in exact.reshape(-1, x.shape[-1])]
    return torch.stack(vectors).reshape(x.shape)


def _normalised(vector: Tensor, eps: float) -> Tensor:
    distances = vector - vector.sum() / len(vector)
    variance = (distances * distances).sum() / len(vector)
    return distances / (variance + eps) ** 0.5


def gelu(x: Tensor) -> Tensor:
    """Return x Φ(x), with Φ by the error function."""
    share: Tensor = torch.special.erf(x / math.sqrt(2))  # between -1 and 1
    return x * (1 + share) / 2


@remembered
def feed_forward(x: Tensor, up: Tensor, up_bias: Tensor, down: Tensor, down_bias: Tensor) -> Tensor:
    """Two layers with a GELU between them; weights as `nn.Linear` keeps them."""
    return project(gelu(project(x, up.T, up_bias)), down.T, down_bias)


@remembered
def block(x: Tensor, *weights: Tensor, num_heads: int) -> Tensor:
    """A pre-norm block; weights in the order of the state dict of `TransformerBlock`."""
    norm_1, attention, norm_2, thinking = weights[:2], weights[2:6], weights[6:8], weights[8:]
    h = x + multi_head_attention(layer_norm(x, *norm_1), *attention, num_heads=num_heads, causal=True)
    return h + feed_forward(layer_norm(h, *norm_2), *thinking)


@remembered
def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    """The mean of -log softmax(logits) at the targets, one row at a time: a scalar."""
    rows = logits.to(torch.float64).reshape(-1, logits.shape[-1])
    surprises = [_surprise(row, int(target)) for row, target in zip(rows, targets.reshape(-1), strict=True)]
    return torch.stack(surprises).sum() / len(surprises)


def _surprise(row: Tensor, target: int) -> Tensor:
    """-log p = log Σ exp(z_j - z_target); the largest exponent is taken out of the sum."""
    distances = row - row[target]
    largest = distances.detach().max()
    return largest + (distances - largest).exp().sum().log()


@remembered
def tiny_gpt(ids: Tensor, *weights: Tensor, num_heads: int) -> Tensor:
    """Logits `(B, T, V)`; weights in the order of the state dict of `TinyGPT`."""
    tokens, positions, *rest = (value.to(torch.float64) for value in weights)
    texts = [torch.stack([tokens[token] + positions[place] for place, token in enumerate(text)]) for text in ids]
    x = torch.stack(texts)
    for start in range(0, len(rest) - 2, PARTS_OF_A_BLOCK):
        x = block(x, *rest[start : start + PARTS_OF_A_BLOCK], num_heads=num_heads)
    return project(layer_norm(x, *rest[-2:]), tokens.T)


@remembered
def next_probabilities(logits: Tensor, temperature: float, top_k: int | None) -> Tensor:
    """Row by row, the softmax of the `top_k` largest logits over the temperature; float64."""
    rows = []
    for row in logits.to(torch.float64):
        falling = sorted(range(len(row)), key=lambda place, row=row: -float(row[place]))  # type: ignore[misc]
        kept = set(falling if top_k is None else falling[:top_k])
        shares = [
            math.exp(float(row[i] - row[falling[0]]) / temperature) if i in kept else 0.0 for i in range(len(row))
        ]
        rows.append([share / sum(shares) for share in shares])
    return torch.tensor(rows, dtype=torch.float64)


def next_ids(logits: Tensor, temperature: float, top_k: int | None, generator: torch.Generator) -> Tensor:
    """The ids that the probabilities give with this generator; at temperature 0 the first of the largest."""
    if temperature == 0:
        return torch.tensor([row.index(max(row)) for row in logits.tolist()])
    probabilities = next_probabilities(logits, temperature, top_k).to(logits.dtype)
    return torch.multinomial(probabilities, 1, generator=generator).reshape(-1)


def written(
    logits_of: Callable[[Tensor], Tensor],
    ids: Tensor,
    count: int,
    max_tokens: int,
    *,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    """`ids` and `count` more, each from the logits of the last position of what the model is shown."""
    texts: list[Sequence[int]] = ids.tolist()
    generator = generator or torch.Generator()
    for _ in range(count):
        shown = torch.tensor([text[max(0, len(text) - max_tokens) :] for text in texts])
        chosen = next_ids(logits_of(shown)[:, -1], temperature, top_k, generator).tolist()
        texts = [[*text, token] for text, token in zip(texts, chosen, strict=True)]
    return torch.tensor(texts)


def loss_of_equal_logits(vocab_size: int) -> float:
    """The cross-entropy of a row of zeros, which says nothing about any token."""
    return cross_entropy(torch.zeros(1, vocab_size), torch.tensor([0])).item()


def equally_likely(loss: float) -> float:
    """How many tokens there are to choose from, by way of bits: 2 to the power of the loss in bits."""
    bits = loss / math.log(2)
    return math.pow(2, bits)


@remembered
def step_of_positions(k: int, d_model: int) -> Tensor:
    """The matrix M with P[t + k] = M P[t]: a pair (sin, cos) as the number cos + i sin, turned by k tokens."""
    columns = []
    for column in range(d_model):
        pair, is_cosine = divmod(column, 2)
        turned = cmath.exp(1j * k / 10_000 ** (2 * pair / d_model)) * (1 if is_cosine else 1j)
        entries = {2 * pair: turned.imag, 2 * pair + 1: turned.real}
        columns.append([entries.get(row, 0.0) for row in range(d_model)])
    return torch.tensor(columns, dtype=torch.float64).T.contiguous()
