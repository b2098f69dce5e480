import torch


def n_params_causal(embed_dim, head_dim):
    return 4 * embed_dim * head_dim


def n_params_with_embedding(vocab_size, embed_dim, head_dim):
    return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)


def n_visible_pairs(T):
    return T * T // 2


def first_row(T):
    row = torch.zeros(T)
    row[0] = 1.0
    return row


def uniform_causal_weights(T):
    lower = torch.tril(torch.ones(T, T))
    return lower / lower.sum(dim=-1, keepdim=True)


def key_bias_shift(queries, key_bias):
    return queries @ key_bias


def query_bias_counterexample():
    x = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    W_Q = torch.eye(2)
    W_K = torch.eye(2)
    b_Q = torch.tensor([1.0, 0.0])
    return x, W_Q, W_K, b_Q
