import torch
from torch import nn


def causal_mask(T, device=None):
    return torch.triu(torch.ones(T, T, dtype=torch.bool, device=device), diagonal=1)[None, None]


def padding_mask(lengths, T):
    positions = torch.arange(T, device=lengths.device)
    return (positions >= lengths[:, None])[:, None, None]


def additive_causal_mask(T, device=None):
    return torch.triu(torch.full((T, T), float("-inf"), device=device), diagonal=1)


def mask_and_renormalize(weights):
    kept = torch.tril(weights)
    return kept / kept.sum(dim=-1, keepdim=True)


def masked_softmax(scores, d_k):
    mask = causal_mask(scores.shape[-1], scores.device)[0, 0]
    return torch.softmax(scores.masked_fill(mask, float("-inf")), dim=-1)


class SingleHeadSelfAttention(nn.Module):
    def __init__(self, d_model, d_k, dropout=0.0, trace_shapes=False):
        super().__init__()
        self.d_k = d_k
        self.q = nn.Linear(d_model, d_k, bias=False)
        self.k = nn.Linear(d_model, d_k, bias=False)
        self.v = nn.Linear(d_model, d_k, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.trace_shapes = trace_shapes

    def forward(self, x):
        q, k, v = self.q(x), self.k(x), self.v(x)
        weights = self.dropout(masked_softmax(q @ k.transpose(-2, -1), self.d_k))
        out = weights @ v
        if self.trace_shapes:
            for name, value in [("q", q), ("k", k), ("v", v), ("weights", weights), ("out", out)]:
                print(name, tuple(value.shape))
        return out, weights


class CausalSelfAttention(nn.Module):
    def __init__(self, embed_dim, head_dim):
        super().__init__()
        self.head_dim = head_dim
        self.W_Q = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_K = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_V = nn.Linear(embed_dim, head_dim, bias=False)
        self.W_O = nn.Linear(head_dim, embed_dim, bias=False)

    def forward(self, x):
        scores = self.W_Q(x) @ self.W_K(x).transpose(-2, -1)
        return self.W_O(masked_softmax(scores, self.head_dim) @ self.W_V(x))
