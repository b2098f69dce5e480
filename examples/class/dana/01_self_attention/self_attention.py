import math

import torch
from torch import nn


def build_vocab(sentence):
    words = sorted(set(sentence.replace(",", "").split()))
    return {word: i for i, word in enumerate(words)}


def to_ids(tokens, vocab):
    return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, embed_dim):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim)

    def forward(self, ids):
        return self.embedding(ids)


def softmax(z, dim=-1):
    z = z - z.max(dim=dim, keepdim=True).values
    e = torch.exp(z)
    return e / e.sum(dim=dim, keepdim=True)


def attention_scores(queries, keys):
    return queries @ keys.transpose(-2, -1)


def attention_weights(scores, d_k):
    raise NotImplementedError  # your code here


def context_vectors(weights, values):
    return weights @ values


class SelfAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.d_out_kq = d_out_kq
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x):
        raise NotImplementedError  # your code here


class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim):
        super().__init__()
        self.W_q = nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim)
        self.W_v = nn.Linear(embed_dim, embed_dim)

    def forward(self, x):
        raise NotImplementedError  # your code here
