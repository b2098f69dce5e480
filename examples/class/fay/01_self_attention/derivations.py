import torch


def n_params_self_attention(d_in, d_out_kq, d_out_v):
    return 2 * d_in * d_out_kq + d_in * d_out_v


def n_params_single_head(embed_dim):
    return 3 * embed_dim**2


def n_qkv_weights(embed_dim):
    return 3 * embed_dim**2


def dot_product_variance(d_h, sigma):
    return d_h * sigma**2


def scaled_score_std(d_h, sigma):
    return sigma**2


def softmax_jacobian(p):
    return torch.diag(p) - torch.outer(p, p)


def saturating_queries_keys():
    queries = torch.zeros(2, 64)
    queries[:, 0] = 8.0
    keys = torch.zeros(2, 64)
    keys[0, 0] = 1.0
    return queries, keys


def asymmetric_scores():
    x = torch.eye(2)
    W_query = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    W_key = torch.eye(2)
    return x, W_query, W_key
