import math

import torch


def n_params_block(d_model, d_hidden):
    return 4 * d_model**2 + 4 * d_model + 2 * d_model * d_hidden + d_hidden + d_model


def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return (vocab_size + max_tokens) * d_model + num_layers * n_params_block(d_model, d_hidden) + 2 * d_model


def cache_bytes(B, T, d_model, num_layers, bytes_per_element):
    return 2 * B * T * d_model * num_layers * bytes_per_element


def uniform_loss(vocab_size):
    return math.log(vocab_size)


def perplexity(loss):
    return math.exp(loss)


def shifted_positions(k, d_model):
    blocks = []
    for i in range(0, d_model, 2):
        a = k / 10000 ** (i / d_model)
        blocks.append(torch.tensor([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]], dtype=torch.float64))
    return torch.block_diag(*blocks)
