"""Right programs of the exercises with one step per line, for the edits in `solutions/shared/edits`.

A comment at the end of a line is the label of the step. Names of tensors are the same in all of them: `scores`
(…, T_q, T_k), `weights` (…, T_q, T_k), `context` (…, T_q, d_v).
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn.functional import layer_norm, normalize, pad

from autograder.checking.samples import LONG

__all__ = ["LONG", "layer_norm", "math", "normalize", "pad"]  # edits use them
Function = Callable[[float], float]
Projection = tuple[Tensor | None, Tensor | None]


def layer_of(linear: nn.Linear) -> Projection:
    """Return a layer's matrix (d_in, d_out), and its bias or None."""
    return linear.weight.mT, linear.bias


def project(x: Tensor, matrix: Tensor | None, bias: Tensor | None = None) -> Tensor:
    """Return x W + b; without a matrix, x itself."""
    if matrix is None:
        return x
    return x @ matrix if bias is None else x @ matrix + bias


def entries(scores: Tensor) -> Tensor:
    """Return True for every entry of a matrix of scores, (T_q, T_k)."""
    return torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device)


def square(scores: Tensor) -> Tensor:
    """Return scores if there are as many queries as keys."""
    if scores.shape[-1] != scores.shape[-2]:
        raise ValueError("as many queries as keys were expected")
    return scores


def near(scores: Tensor, width: int) -> Tensor:
    """Return True where query and key are further apart than `width`, (T_q, T_k)."""
    return ~entries(scores).triu(-width).tril(width)


def by_rows(scores: Tensor, later: Tensor, normalise: Callable[[Tensor], Tensor]) -> Tensor:
    """Return each row of (…, T, T) normalised over what is not later, with zeros elsewhere."""
    if not later.any():
        return normalise(scores)
    rows = [normalise(scores[..., place, : place + 1]) for place in range(scores.shape[-2])]
    return torch.stack([pad(row, (0, scores.shape[-1] - row.shape[-1])) for row in rows], -2)


def share(parts: Tensor, dim: int) -> Tensor:
    """Return parts divided by their sum."""
    return parts / parts.sum(dim, keepdim=True)


def shifted(scores: Tensor, dim: int) -> Tensor:
    """Return exp(scores - maximum)."""
    return (scores - scores.amax(dim, keepdim=True)).exp()


def standardised(scores: Tensor, dim: int) -> Tensor:
    """Return scores with mean 0 and spread 1."""
    return (scores - scores.mean(dim, keepdim=True)) / scores.std(dim, keepdim=True)


def as_large(part: Tensor, whole: Tensor) -> Tensor:
    """Return a tensor repeated along the batch."""
    return part.expand(*whole.shape[:-1], part.shape[-1])


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    scores = z
    scores = scores  # scale
    dim = dim  # axis
    weights = torch.softmax(scores, dim=dim)  # normalisation
    return weights


def row_sums(x: Tensor) -> Tensor:
    return x.sum(-1)  # sum


def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    d_k, values = queries.shape[-1], queries
    scores = queries @ keys.mT  # product
    scores = scores  # scale
    return scores  # result


def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    scores = scores / d_k**0.5  # scale
    dim = -1  # axis
    weights = torch.softmax(scores, dim=dim)  # normalisation
    return weights


def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    context = weights @ values  # mix
    return context


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    causal = True
    scores = scores / d_k**0.5  # scale
    later = entries(scores).triu(1) & causal  # later
    scores = scores.masked_fill(later, -torch.inf)  # mask
    dim = -1  # axis
    weights = torch.softmax(scores, dim=dim)  # normalisation
    return weights


class SelfAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = (self.W_query, None), (self.W_key, None), (self.W_value, None)
        x_q = x_k = x_v = x  # inputs
        queries = project(x_q, *q)  # projection
        keys = project(x_k, *k)
        values = project(x_v, *v)  # values
        d_k = keys.shape[-1]
        scores = queries @ keys.mT  # product
        scores = scores / d_k**0.5  # scale
        dim = -1  # axis
        weights = torch.softmax(scores, dim=dim)  # normalisation
        context = weights @ values  # mix
        return context  # output


class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim: int) -> None:
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor) -> Tensor:
        q, k, v = layer_of(self.W_q), layer_of(self.W_k), layer_of(self.W_v)
        x_q = x_k = x_v = x  # inputs
        queries = project(x_q, *q)  # projection
        keys = project(x_k, *k)
        values = project(x_v, *v)  # values
        d_k = keys.shape[-1]
        scores = queries @ keys.mT  # product
        scores = scores / d_k**0.5  # scale
        dim = -1  # axis
        weights = torch.softmax(scores, dim=dim)  # normalisation
        context = weights @ values  # mix
        return context  # output


class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model: int, d_k: int, dropout: float = 0.0, trace_shapes: bool = False) -> None:
        super().__init__()
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.trace_shapes = trace_shapes

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        causal = True
        q, k, v = layer_of(self.q), layer_of(self.k), layer_of(self.v)
        x_q = x_k = x_v = x  # inputs
        queries = project(x_q, *q)  # projection
        keys = project(x_k, *k)
        values = project(x_v, *v)  # values
        d_k = keys.shape[-1]
        scores = queries @ keys.mT  # product
        scores = scores / d_k**0.5  # scale
        later = entries(scores).triu(1) & causal  # later
        scores = scores.masked_fill(later, -torch.inf)  # mask
        dim = -1  # axis
        weights = torch.softmax(scores, dim=dim)  # normalisation
        weights = self.dropout(weights)
        context = weights @ values  # mix
        context = context  # output
        if self.trace_shapes:
            traced = {"q": queries, "k": keys, "v": values, "weights": weights, "out": context}
            print(*(f"{name}: {tuple(tensor.shape)}" for name, tensor in traced.items()), sep="\n")  # noqa: T201
        return context, weights  # returned


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim: int, head_dim: int) -> None:
        super().__init__()
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        causal = True
        q, k, v, o = layer_of(self.W_Q), layer_of(self.W_K), layer_of(self.W_V), layer_of(self.W_O)
        x_q = x_k = x_v = x  # inputs
        queries = project(x_q, *q)  # projection
        keys = project(x_k, *k)
        values = project(x_v, *v)  # values
        d_k = keys.shape[-1]
        scores = queries @ keys.mT  # product
        scores = scores / d_k**0.5  # scale
        later = entries(scores).triu(1) & causal  # later
        scores = scores.masked_fill(later, -torch.inf)  # mask
        dim = -1  # axis
        weights = torch.softmax(scores, dim=dim)  # normalisation
        context = weights @ values  # mix
        return project(context, *o)  # output


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, causal: bool | None = None) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError("num_heads must divide d_model")
        self.num_heads = num_heads
        self.causal = bool(causal)
        self.causal_by_default = self.causal or causal is None
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        causal, h = self.causal, self.num_heads  # causal
        q, k, v, o = layer_of(self.W_Q), layer_of(self.W_K), layer_of(self.W_V), layer_of(self.W_O)
        x_q = x_k = x_v = x  # inputs
        queries = project(x_q, *q)  # projection
        keys = project(x_k, *k)
        values = project(x_v, *v)  # values
        parts = queries, keys, values
        queries, keys, values = (torch.unflatten(x, -1, (h, -1)).transpose(1, 2) for x in parts)  # split
        d_k = keys.shape[-1]  # shared_keys
        scores = queries @ keys.mT  # product
        scores = scores / d_k**0.5  # scale
        later = entries(scores).triu(1) & causal  # later
        scores = scores.masked_fill(later, -torch.inf)  # mask
        dim = -1  # axis
        weights = torch.softmax(scores, dim=dim)  # normalisation
        context = weights @ values  # mix
        context = context.transpose(1, 2).flatten(2)  # merge
        return project(context, *o)  # output


class CrossAttention(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int) -> None:
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x_1: Tensor, x_2: Tensor) -> Tensor:
        x = x_1
        q, k, v = (self.W_query, None), (self.W_key, None), (self.W_value, None)
        x_q, x_k, x_v = x_1, x_2, x_2  # inputs
        queries = project(x_q, *q)  # projection
        keys = project(x_k, *k)
        values = project(x_v, *v)  # values
        d_k = keys.shape[-1]
        scores = queries @ keys.mT  # product
        scores = scores / d_k**0.5  # scale
        dim = -1  # axis
        weights = torch.softmax(scores, dim=dim)  # normalisation
        context = weights @ values  # mix
        return context  # output


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size: int, embed_dim: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids: Tensor) -> Tensor:
        table = self.embedding.weight
        return table[ids]  # lookup


def causal_mask(T: int, device: str | None = None) -> Tensor:
    ones = torch.ones(1, 1, T, T, dtype=torch.bool, device=device)
    return ones.triu(1)  # mask


def padding_mask(lengths: Tensor, T: int) -> Tensor:
    positions = torch.arange(T, device=lengths.device)  # positions
    padding = positions >= lengths[:, None]  # mask
    return padding[:, None, None, :]  # axes


def additive_causal_mask(T: int, device: str | None = None) -> Tensor:
    zeros = torch.zeros(T, T, device=device)
    ones = entries(zeros).to(zeros.device)
    later = ones.triu(1)
    return zeros.masked_fill(later, -torch.inf)  # mask


def mask_and_renormalize(weights: Tensor) -> Tensor:
    kept = weights.tril()  # mask
    result = share(kept, -1)  # normalisation
    return result


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    h = num_heads
    return torch.unflatten(x, -1, (h, -1)).transpose(1, 2)  # split


def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(2)  # merge


class Head(nn.Module):
    """A head of the wrapper, whose call can replace a matrix or hide later tokens."""

    def __init__(self, d_in: int, d_k: int, d_v: int) -> None:
        super().__init__()
        self.W_query, self.W_key = nn.Parameter(torch.rand(d_in, d_k)), nn.Parameter(torch.rand(d_in, d_k))
        self.W_value = nn.Parameter(torch.rand(d_in, d_v))

    def forward(self, x: Tensor, *, causal: bool = False, **matrices: Tensor) -> Tensor:
        W_query, W_key, W_value = (matrices.get(name, getattr(self, name)) for name in ("W_query", "W_key", "W_value"))
        scores = (x @ W_query) @ (x @ W_key).mT / W_key.shape[-1] ** 0.5
        later = entries(scores).triu(1) & causal
        weights = scores.masked_fill(later, -torch.inf).softmax(-1)
        result: Tensor = weights @ (x @ W_value)
        return result


def one_softmax(x: Tensor, heads: list[Head]) -> list[Tensor]:
    """Return the results of heads whose weights come from one softmax over the keys of all."""
    scores = [(x @ head.W_query) @ (x @ head.W_key).mT / head.W_key.shape[-1] ** 0.5 for head in heads]
    weights = torch.cat(scores, -1).softmax(-1).chunk(len(heads), -1)
    return [own @ (x @ head.W_value) for own, head in zip(weights, heads, strict=True)]


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> None:
        super().__init__()
        self.heads = nn.ModuleList(Head(d_in, d_out_kq, d_out_v) for _ in range(num_heads))

    def forward(self, x: Tensor) -> Tensor:
        outputs = [head(x) for head in self.heads]  # heads
        return torch.cat(outputs, -1)  # joined


def first_order_approximation(f: Function, df: Function, x: float, eps: float) -> float:
    return f(x) + eps * df(x)  # formula


def gradient_descent(df: Function, x0: float, learning_rate: float, steps: int) -> list[float]:
    x, points, velocity = x0, [x0], 0.0
    for step in range(steps):  # steps
        x = x - learning_rate * df(x)  # update
        points.append(x)
    return points  # points


def loss_of(model: nn.Module, x: Tensor, target: Tensor) -> float:
    """Return the mean squared error."""
    return float((model(x) - target).square().mean().detach())


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for step in range(steps):
        model.zero_grad()  # clear
        difference = model(x) - target
        loss = (difference**2).mean()  # loss
        loss.backward()  # backward
        losses.append(loss.item())
        with torch.no_grad():
            for place, parameter in enumerate(model.parameters()):
                gradient = torch.zeros(()) if parameter.grad is None else parameter.grad
                new = parameter - learning_rate * gradient  # update
                parameter.copy_(new)
    return losses  # points


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    distance = abs(x0)  # start
    factor, steps = abs(1 - learning_rate * curvature), 0
    while distance * factor**steps > tolerance:
        steps += 1
    return steps  # formula
