# Wrong and right programs of n_params_tiny_gpt; docs/reference/programs.md describes the form.

# %% sum | right
# a sum over the layers
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    per_block = 4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden
    return (vocab_size + max_tokens + 2) * d_model + sum(per_block for _ in range(num_layers))

# %% reuses | right
# calls the count of a block
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return d_model * (vocab_size + max_tokens + 2) + num_layers * n_params_block(d_model=d_model, d_hidden=d_hidden)

# %% built | right
# built on meta
import torch
from torch import nn


def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    with torch.device("meta"):
        parts = [nn.Embedding(vocab_size, d_model), nn.Embedding(max_tokens, d_model), nn.LayerNorm(d_model)]
        for _ in range(num_layers):
            parts += [nn.LayerNorm(d_model), nn.LayerNorm(d_model), nn.Linear(d_model, d_hidden), nn.Linear(d_hidden, d_model)]
            parts += [nn.Linear(d_model, d_model, bias=False) for _ in range(4)]
    return sum(parameter.numel() for part in parts for parameter in part.parameters())

# %% untied | wrong | formula | core | mistake: head-counted
# a last matrix of its own
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return 2 * vocab_size * d_model + max_tokens * d_model + num_layers * (4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden) + 2 * d_model

# %% head_bias | wrong | formula | core | mistake: head-counted
# a bias for the logits
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return vocab_size * d_model + vocab_size + max_tokens * d_model + num_layers * (4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden) + 2 * d_model

# %% no_positions | wrong | formula | core | mistake: table-not-counted
# no position table
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return vocab_size * d_model + num_layers * (4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden) + 2 * d_model

# %% no_tokens | wrong | formula | core | mistake: table-not-counted
# no token table
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return max_tokens * d_model + num_layers * (4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden) + 2 * d_model

# %% no_last_norm | wrong | formula | core | mistake: norms-not-counted
# the last norm is left out
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return vocab_size * d_model + max_tokens * d_model + num_layers * (4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden)

# %% one_block | wrong | formula | core | mistake: layers-not-counted
# one block
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return vocab_size * d_model + max_tokens * d_model + (4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden) + 2 * d_model

# %% norm_each | wrong | formula | core | mistake: formula-term
# a last norm in each layer
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return vocab_size * d_model + max_tokens * d_model + num_layers * ((4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden) + 2 * d_model)

# %% tables_each | wrong | formula | core | mistake: formula-no-size
# tables in each layer
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return num_layers * (vocab_size * d_model + max_tokens * d_model + (4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden)) + 2 * d_model

# %% norms_without_bias | wrong | formula | core | mistake: norms-not-counted
# norms have a scale only
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return vocab_size * d_model + max_tokens * d_model + num_layers * ((4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden) - 2 * d_model) + d_model

# %% no_biases | wrong | formula | core | mistake: biases-forgotten
# no biases in the feed-forward layers
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return vocab_size * d_model + max_tokens * d_model + num_layers * ((4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden) - d_hidden - d_model) + 2 * d_model

# %% attention_biases | wrong | formula | core | mistake: biases-counted
# biases in attention
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return vocab_size * d_model + max_tokens * d_model + num_layers * ((4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden) + 4 * d_model) + 2 * d_model

# %% sum_of_tables | wrong | formula | core | mistake: formula-no-size
# the product of both sizes
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return vocab_size * max_tokens * d_model + num_layers * (4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden) + 2 * d_model

# %% one_more_layer | wrong | formula | core | mistake: layers-not-counted
# a layer too many
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return vocab_size * d_model + max_tokens * d_model + (num_layers + 1) * (4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden) + 2 * d_model

# %% constant | wrong | formula | core | mistake: formula-same-for-all
# the figure of the text
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    return 19488

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# counted in float32
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    import torch
    total = (vocab_size + max_tokens + 2) * d_model + num_layers * (4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden)
    return torch.tensor(float(total))

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32 | public: long
# int32 that overflows
def n_params_tiny_gpt(vocab_size, d_model, d_hidden, num_layers, max_tokens):
    total = (vocab_size + max_tokens + 2) * d_model + num_layers * (4 * d_model**2 + 5 * d_model + 2 * d_model * d_hidden + d_hidden)
    return (total + 2**31) % 2**32 - 2**31

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
def n_params_tiny_gpt(V, width, inner, layers, longest):
    return (V + longest + 2) * width + layers * (4 * width**2 + 5 * width + 2 * width * inner + inner)
