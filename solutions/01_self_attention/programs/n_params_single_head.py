# Wrong and right programs of n_params_single_head; docs/reference/programs.md describes the form.

# %% factored | right
# factored out
def n_params_single_head(embed_dim: int) -> int:
    return 3 * embed_dim * (embed_dim + 1)

# %% in_turns | right
# calls another exercise, which calls it back for a part, and comes to an end
def n_params_single_head(embed_dim: int, weights_only: bool = False) -> int:
    return 3 * embed_dim**2 if weights_only else n_qkv_weights(embed_dim) + 3 * embed_dim


def n_qkv_weights(embed_dim: int) -> int:
    return n_params_single_head(embed_dim, weights_only=True)

# %% linears | right
# layers on meta
from torch import nn


def n_params_single_head(embed_dim: int) -> int:
    layers = nn.ModuleList(nn.Linear(embed_dim, embed_dim, device="meta") for _ in range(3))
    return sum(parameter.numel() for parameter in layers.parameters())

# %% tensor | right
# a 0-dim tensor
def n_params_single_head(embed_dim: int) -> int:
    return torch.tensor(3 * (embed_dim * embed_dim + embed_dim))

# %% float32 | wrong | dtype | robustness | mistake: counted-in-float32 | public: long
# counted in float32
def n_params_single_head(embed_dim: int) -> int:
    return (3 * (torch.tensor(float(embed_dim)) ** 2 + embed_dim)).item()

# %% int32 | wrong | dtype | robustness | mistake: counted-in-int32 | public: long
# counted in int32
import torch


def n_params_single_head(embed_dim: int) -> int:
    embed_dim = torch.tensor(embed_dim, dtype=torch.int32)
    return int(3 * (embed_dim * embed_dim + embed_dim))

# %% bias_of_one | wrong | formula | core | mistake: biases-missing
# each bias counted as one number
def n_params_single_head(embed_dim: int) -> int:
    return 3 * embed_dim**2 + 3

# %% four_layers | wrong | formula | core | mistake: output-projection-counted
# an output layer counted
def n_params_single_head(embed_dim: int) -> int:
    return 4 * (embed_dim**2 + embed_dim)

# %% no_biases | wrong | formula | core | mistake: biases-missing
# biases forgotten
def n_params_single_head(embed_dim: int) -> int:
    return 3 * embed_dim**2

# %% one_bias | wrong | formula | core | mistake: biases-missing
# one bias for all layers
def n_params_single_head(embed_dim: int) -> int:
    return 3 * embed_dim**2 + embed_dim

# %% one_layer | wrong | formula | core | mistake: one-matrix-forgotten
# one layer only
def n_params_single_head(embed_dim: int) -> int:
    return embed_dim * (embed_dim + 1)

# %% plus_one_squared | wrong | formula | core | mistake: formula-no-size
# (d + 1) squared
def n_params_single_head(embed_dim: int) -> int:
    return 3 * (embed_dim + 1) ** 2

# %% precedence | wrong | formula | core | mistake: formula-term
# a bracket forgotten
def n_params_single_head(embed_dim: int) -> int:
    return 3 * embed_dim * embed_dim + embed_dim * 2

# %% renamed | wrong | formula | robustness | mistake: argument-names
# an argument with another name
def n_params_single_head(d: int) -> int:
    return 3 * (d * d + d)

# %% square_biases | wrong | formula | core | mistake: formula-no-size
# biases counted as matrices
def n_params_single_head(embed_dim: int) -> int:
    return 6 * embed_dim**2

# %% two_biases | wrong | formula | core | mistake: formula-term
# no bias for the values
def n_params_single_head(embed_dim: int) -> int:
    return 3 * embed_dim**2 + 2 * embed_dim

# %% two_to_the | wrong | formula | core | mistake: formula-no-size
# ^ is xor in Python, no power
def n_params_single_head(embed_dim: int) -> int:
    return 3 * (embed_dim ^ 2 + embed_dim)

# %% tuple | wrong | shape | core | mistake: parts-not-added
# weights and biases apart
def n_params_single_head(embed_dim: int) -> int:
    return (3 * embed_dim**2, 3 * embed_dim)
