import math

import torch
import torch.nn.functional as F
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads, self.causal = num_heads, causal
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        q, k, v = (w(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for w in (self.W_Q, self.W_K, self.W_V))
        out = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        return self.W_O(out.transpose(1, 2).flatten(2))


def sinusoidal_positions(T, d_model, device=None):
    P = torch.zeros(T, d_model, device=device)
    t = torch.arange(T, device=device).unsqueeze(1)
    rates = torch.exp(torch.arange(0, d_model, 2, device=device) * (-math.log(10000.0) / d_model))
    P[:, 0::2] = torch.sin(t * rates)
    P[:, 1::2] = torch.cos(t * rates[: d_model // 2])
    return P


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        var, mean = torch.var_mean(x, dim=-1, keepdim=True, correction=0)
        return self.weight * (x - mean) * torch.rsqrt(var + self.eps) + self.bias


class FeedForward(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.up = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)

    def forward(self, x):
        return self.down(F.gelu(self.up(x)))


class TransformerBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_hidden):
        super().__init__()
        self.norm_1 = LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
        self.norm_2 = LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.feed_forward(self.norm_2(x))


def cross_entropy(logits, targets):
    right = logits.gather(-1, targets.unsqueeze(-1)).squeeze(-1)
    return (torch.logsumexp(logits, dim=-1) - right).mean()


class TinyGPT(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, d_hidden, num_layers, max_tokens):
        super().__init__()
        self.max_tokens = max_tokens
        self.token_embedding = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.token_embedding.weight, std=0.02)
        self.position_embedding = nn.Embedding(max_tokens, d_model)
        nn.init.normal_(self.position_embedding.weight, std=0.02)
        self.blocks = nn.ModuleList(TransformerBlock(d_model, num_heads, d_hidden) for _ in range(num_layers))
        self.norm = LayerNorm(d_model)

    def forward(self, ids):
        T = ids.shape[1]
        if T > self.max_tokens:
            raise ValueError(f"{T} tokens, at most {self.max_tokens} are possible")
        x = self.token_embedding(ids) + self.position_embedding.weight[:T]
        for block in self.blocks:
            x = block(x)
        return F.linear(self.norm(x), self.token_embedding.weight)


def sample_next(logits, temperature=1.0, top_k=None, generator=None):
    if temperature == 0:
        return logits.argmax(dim=-1)
    if top_k is not None and top_k < logits.shape[-1]:
        smallest = logits.topk(top_k, dim=-1).values[:, -1:]
        logits = logits.masked_fill(logits < smallest, float("-inf"))
    return torch.multinomial(F.softmax(logits / temperature, dim=-1), 1, generator=generator).squeeze(1)


def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    out, training = ids.clone(), model.training
    model.eval()
    try:
        with torch.no_grad():
            for _ in range(max_new_tokens):
                logits = model(out[:, -max_tokens:])[:, -1]
                new = sample_next(logits, temperature, top_k, generator)
                out = torch.cat([out, new.unsqueeze(1)], dim=1)
    finally:
        model.train(training)
    return out


class CachedAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"{num_heads} heads do not share {d_model} columns")
        self.num_heads = num_heads
        self.W_Q = nn.Linear(d_model, d_model, bias=False)
        self.W_K = nn.Linear(d_model, d_model, bias=False)
        self.W_V = nn.Linear(d_model, d_model, bias=False)
        self.W_O = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x, cache=None):
        q, k, v = (w(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2) for w in (self.W_Q, self.W_K, self.W_V))
        if cache is not None:
            k, v = torch.cat([cache[0], k], dim=2), torch.cat([cache[1], v], dim=2)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        places = torch.arange(k.shape[2], device=x.device)
        hidden = places > places[-x.shape[1] :, None]
        out = scores.masked_fill(hidden, float("-inf")).softmax(dim=-1) @ v
        return self.W_O(out.transpose(1, 2).flatten(2)), (k, v)
