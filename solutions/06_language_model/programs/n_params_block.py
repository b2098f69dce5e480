# Wrong and right programs of n_params_block; docs/reference/programs.md describes the form.

# %% built | right
# the block, built on meta
import torch
from torch import nn


def n_params_block(d_model, d_hidden):
    with torch.device("meta"):
        norms = [nn.LayerNorm(d_model), nn.LayerNorm(d_model)]
        square = [nn.Linear(d_model, d_model, bias=False) for _ in range(4)]
        parts = nn.ModuleList([*norms, *square, nn.Linear(d_model, d_hidden), nn.Linear(d_hidden, d_model)])
    return sum(parameter.numel() for parameter in parts.parameters())

# %% collected | right
# terms collected
def n_params_block(d_model: int, d_hidden: int) -> int:
    return d_model * (4 * d_model + 2 * d_hidden + 5) + d_hidden

# %% shapes | right
# a list of shapes
import math


def n_params_block(d_model, d_hidden):
    shapes = [(d_model, d_model)] * 4 + [(d_model,)] * 4 + [(d_model, d_hidden), (d_hidden,), (d_hidden, d_model), (d_model,)]
    return sum(math.prod(shape) for shape in shapes)

# %% no_norms | wrong | formula | core | mistake: norms-not-counted
# the norms are left out
def n_params_block(d_model, d_hidden):
    return 4 * d_model**2 + 2 * d_model * d_hidden + d_hidden + d_model

# %% one_norm | wrong | formula | core | mistake: norms-not-counted
# one norm
def n_params_block(d_model, d_hidden):
    return 4 * d_model**2 + 2 * d_model + 2 * d_model * d_hidden + d_hidden + d_model

# %% norms_without_bias | wrong | formula | core | mistake: norms-not-counted
# a norm has a scale only
def n_params_block(d_model, d_hidden):
    return 4 * d_model**2 + 2 * d_model + 2 * d_model * d_hidden + d_hidden + d_model

# %% attention_biases | wrong | formula | core | mistake: biases-counted
# biases in attention
def n_params_block(d_model, d_hidden):
    return 4 * (d_model**2 + d_model) + 4 * d_model + 2 * d_model * d_hidden + d_hidden + d_model

# %% no_biases | wrong | formula | core | mistake: biases-forgotten
# no biases in the feed-forward layer
def n_params_block(d_model, d_hidden):
    return 4 * d_model**2 + 4 * d_model + 2 * d_model * d_hidden

# %% one_bias | wrong | formula | core | mistake: biases-forgotten
# the last bias is left out
def n_params_block(d_model, d_hidden):
    return 4 * d_model**2 + 4 * d_model + 2 * d_model * d_hidden + d_hidden

# %% no_output | wrong | formula | core | mistake: one-matrix-forgotten
# three matrices in attention
def n_params_block(d_model, d_hidden):
    return 3 * d_model**2 + 4 * d_model + 2 * d_model * d_hidden + d_hidden + d_model

# %% one_layer | wrong | formula | core | mistake: one-matrix-forgotten
# one layer in the feed-forward half
def n_params_block(d_model, d_hidden):
    return 4 * d_model**2 + 4 * d_model + d_model * d_hidden + d_hidden

# %% no_attention | wrong | formula | core | mistake: formula-term
# attention is left out
def n_params_block(d_model, d_hidden):
    return 4 * d_model + 2 * d_model * d_hidden + d_hidden + d_model

# %% attention_only | wrong | formula | core | mistake: formula-no-size
# attention only
def n_params_block(d_model, d_hidden):
    return 4 * d_model**2

# %% biases_alike | wrong | formula | core | mistake: formula-no-size
# both biases as wide as the inner layer
def n_params_block(d_model, d_hidden):
    return 4 * d_model**2 + 4 * d_model + 2 * d_model * d_hidden + 2 * d_hidden

# %% four_times | wrong | formula | core | mistake: formula-some-sizes
# the inner width is always four times the outer
def n_params_block(d_model, d_hidden):
    return 12 * d_model**2 + 9 * d_model

# %% square_hidden | wrong | formula | core | mistake: formula-no-size
# the layers are square
def n_params_block(d_model, d_hidden):
    return 4 * d_model**2 + 4 * d_model + 2 * d_hidden**2 + d_hidden + d_model

# %% constant | wrong | formula | core | mistake: formula-same-for-all
# the figure of the text
def n_params_block(d_model, d_hidden):
    return 8416

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# counted in float32
def n_params_block(d_model, d_hidden):
    import torch
    d, h = torch.tensor(float(d_model)), torch.tensor(float(d_hidden))
    return 4 * d * d + 5 * d + 2 * d * h + h

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32 | public: long
# int32 that overflows
def n_params_block(d_model, d_hidden):
    import torch
    d, h = torch.tensor([d_model, d_hidden], dtype=torch.int32)
    return int(4 * d * d + 5 * d + 2 * d * h + h)

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
def n_params_block(width, inner):
    return 4 * width**2 + 5 * width + 2 * width * inner + inner
