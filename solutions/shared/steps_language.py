"""Right programs of the parts of a language model with one step per line, as in `steps.py`."""

import math

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu, layer_norm, normalize, one_hot, scaled_dot_product_attention

from solutions.shared.steps import as_large, entries, layer_of, project, share, shifted, standardised

__all__ = [
    "as_large",
    "layer_norm",
    "math",
    "normalize",
    "one_hot",
    "share",
    "shifted",
    "standardised",
]  # edits use them
Cache = tuple[Tensor, Tensor]


def sinusoidal_positions(T: int, d_model: int, device: torch.device | None = None) -> Tensor:
    positions = torch.arange(T, device=device, dtype=torch.float32)  # positions
    pairs = torch.arange(0, d_model, 2, device=device, dtype=torch.float32)
    wavelengths = 10000.0 ** (pairs / d_model)  # wavelengths
    angles = positions[:, None] / wavelengths  # angles
    waves = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)  # waves
    table = waves[:, :d_model]  # width
    return table  # table


class LayerNorm(nn.Module):
    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x: Tensor) -> Tensor:
        eps, dims = self.eps, -1  # over
        mean = x.mean(dims, keepdim=True)  # mean
        centred = x - mean  # centred
        variance = centred.square().mean(dims, keepdim=True)  # variance
        spread = torch.sqrt(variance + eps)  # spread
        normalised = centred / spread  # normalised
        return self.weight * normalised + self.bias  # result


class FeedForward(nn.Module):
    def __init__(self, d_model: int, d_hidden: int) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)

    def forward(self, x: Tensor) -> Tensor:
        up, down = layer_of(self.up), layer_of(self.down)
        hidden = project(x, *up)  # hidden
        bent = gelu(hidden)  # activation
        return project(bent, *down)  # result


class FusedAttention(nn.Module):
    """The attention that the part begins with."""

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor, num_heads: int | None = None, *, causal: bool = True) -> Tensor:
        heads = num_heads or self.num_heads
        projected = (layer(x) for layer in (self.W_Q, self.W_K, self.W_V))
        queries, keys, values = (y.unflatten(-1, (heads, -1)).transpose(1, 2) for y in projected)
        context = scaled_dot_product_attention(queries, keys, values, is_causal=causal)
        out: Tensor = self.W_O(context.transpose(1, 2).flatten(start_dim=2))
        return out


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, num_heads: int, d_hidden: int) -> None:
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = FusedAttention(d_model, num_heads)
        self.norm_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden)

    def forward(self, x: Tensor) -> Tensor:
        norm_1, norm_2, think = self.norm_1, self.norm_2, self.feed_forward  # norms
        read = norm_1(x)  # first_norm
        attended: Tensor = self.attention(read)  # attention
        h = x + attended  # first_sum
        read = norm_2(h)  # second_norm
        thought: Tensor = think(read)  # thought
        return h + thought  # second_sum


def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    log_probabilities = torch.log_softmax(logits, dim=-1)  # logarithms
    of_targets = log_probabilities.gather(-1, targets[..., None])[..., 0]  # targets
    return -of_targets.mean()  # mean


class TinyGPT(nn.Module):
    def __init__(
        self, vocab_size: int, d_model: int, num_heads: int, d_hidden: int, num_layers: int, max_tokens: int
    ) -> None:
        super().__init__()
        self.max_tokens = max_tokens
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.token_embedding.weight, std=0.02)
        self.position_embedding = nn.Embedding(max_tokens, d_model)
        nn.init.normal_(self.position_embedding.weight, std=0.02)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, num_heads, d_hidden) for _ in range(num_layers))
        self.norm = LayerNorm(d_model)

    def forward(self, ids: Tensor) -> Tensor:
        length, blocks, norm = ids.shape[1], list(self.blocks), self.norm
        if length > self.max_tokens:
            raise ValueError(f"a text of {length} tokens is longer than max_tokens = {self.max_tokens}")
        tokens, places = self.token_embedding(ids), self.position_embedding.weight
        positions = torch.arange(length, device=ids.device)  # positions
        x: Tensor = tokens + places[positions]  # embedding
        for block in blocks:  # order
            x = block(x)  # block
        x = norm(x)  # norm
        return x @ self.token_embedding.weight.T  # logits


def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0:
        return logits.argmax(dim=-1)  # greedy
    scaled = logits / temperature  # temperature
    if top_k is not None and top_k < scaled.shape[-1]:
        smallest = scaled.topk(top_k, dim=-1).values[:, -1:]  # smallest
        scaled = scaled.masked_fill(scaled < smallest, -torch.inf)  # top_k
    probabilities = torch.softmax(scaled, dim=-1)  # probabilities
    drawn = torch.multinomial(probabilities, 1, generator=generator)  # draw
    return drawn[:, 0]  # returned


def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    text, was_training = ids.clone(), model.training
    model.eval()  # mode
    try:
        with torch.no_grad():
            for _ in range(max_new_tokens):  # count
                shown = text[:, -max_tokens:]  # window
                logits = model(shown)
                last = logits[:, -1]  # position
                following = sample_next(last, temperature, top_k, generator)  # following
                text = torch.cat([text, following[:, None]], dim=1)  # append
    finally:
        model.train(was_training)  # afterwards
    return text  # returned


class CachedAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError("num_heads must divide d_model")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor, cache: Cache | None = None) -> tuple[Tensor, Cache]:
        h, past = self.num_heads, 0 if cache is None else cache[0].shape[2]
        q, k, v, o = layer_of(self.W_Q), layer_of(self.W_K), layer_of(self.W_V), layer_of(self.W_O)
        x_q = x_k = x_v = x  # inputs
        queries = project(x_q, *q)  # projection
        keys = project(x_k, *k)
        values = project(x_v, *v)  # values
        parts = queries, keys, values
        queries, keys, values = (torch.unflatten(x, -1, (h, -1)).transpose(1, 2) for x in parts)  # split
        if cache is not None:
            keys, values = torch.cat([cache[0], keys], 2), torch.cat([cache[1], values], 2)  # joined
        kept = keys, values  # kept
        d_k = keys.shape[-1]  # shared_keys
        scores = queries @ keys.mT  # product
        scores = scores / d_k**0.5  # scale
        later = entries(scores).triu(past + 1)  # later
        scores = scores.masked_fill(later, -torch.inf)  # mask
        dim = -1  # axis
        weights = torch.softmax(scores, dim=dim)  # normalisation
        context = weights @ values  # mix
        context = context.transpose(1, 2).flatten(2)  # merge
        out = project(context, *o)  # output
        return out, kept  # returned
