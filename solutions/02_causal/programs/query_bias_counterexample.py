# Wrong and right programs of query_bias_counterexample; docs/reference/programs.md describes the form.

# %% layers | right
# weights of layers, transposed
from torch import nn


def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    query, key = nn.Linear(2, 2, device="meta"), nn.Linear(2, 2, device="meta")
    query = query.to_empty(device="cpu")
    with torch.no_grad():
        query.weight.copy_(torch.eye(2))
        query.bias.copy_(torch.tensor([1.0, -1.0]))
    return torch.eye(2), query.weight.T, torch.eye(2), query.bias

# %% no_queries | right
# queries that are nothing but the bias
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return [torch.eye(2), torch.zeros(2, 2), torch.eye(2), torch.tensor([3.0, 0.0])]

# %% unequal_sizes | right
# unequal sizes
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    x = torch.arange(12.0).reshape(4, 3) / 6 - 1
    W_Q = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    W_K = torch.tensor([[0.5, 0.0], [0.0, -0.5], [0.0, 0.0]])
    return x, W_Q, W_K, torch.tensor([2.0, -1.0])

# %% width_one | right
# heads of width 1, in float64
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    tokens = torch.tensor([[1.0], [2.0], [3.0]], dtype=torch.float64)
    one = torch.ones(1, 1, dtype=torch.float64)
    return tokens, one, one, torch.ones(1, dtype=torch.float64)

# %% whole_numbers | wrong | dtype | robustness | mistake: whole-numbers | public: sizes
# whole numbers (int64)
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2).long(), torch.eye(2).long(), torch.eye(2).long(), torch.tensor([1, 0])

# %% constant_shift | wrong | projection | core | mistake: witness-no-change
# a bias along which all keys agree
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.eye(2), torch.eye(2), torch.ones(2)

# %% equal_tokens | wrong | projection | core | mistake: witness-no-change
# equal tokens
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.ones(3, 2), torch.eye(2), torch.eye(2), torch.tensor([5.0, 0.0])

# %% no_keys | wrong | projection | core | mistake: witness-no-change
# keys of zeros
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.eye(2), torch.zeros(2, 2), torch.ones(2)

# %% orthogonal | wrong | projection | core | mistake: witness-no-change
# a bias at right angles to all keys
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2, 3), torch.eye(3), torch.eye(3), torch.tensor([0.0, 0.0, 7.0])

# %% zero_bias | wrong | projection | core | mistake: witness-no-change
# a bias of zeros
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.eye(2), torch.eye(2), torch.zeros(2)

# %% saturated | wrong | scale | core | mistake: witness-no-change
# saturated with and without
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return 100 * torch.eye(2), torch.eye(2), torch.eye(2), torch.tensor([1.0, 0.0])

# %% tiny | wrong | scale | core | mistake: witness-no-change
# a bias that is too small
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.eye(2), torch.eye(2), torch.tensor([1e-4, 0.0])

# %% bias_of_width | wrong | shape | core | mistake: witness-shape
# a bias as wide as the tokens
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(3), torch.ones(3, 2), torch.eye(3, 2), torch.tensor([1.0, 0.0, 0.0])

# %% bias_per_token | wrong | shape | core | mistake: witness-shape
# a bias for each token
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.eye(2), torch.eye(2), torch.tensor([[1.0, 0.0], [0.0, 0.0]])

# %% missing | wrong | shape | core | mistake: witness-shape
# W_K is missing
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.eye(2), torch.tensor([1.0, 0.0])

# %% none | wrong | shape | core | mistake: returns-none
# nothing
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return None

# %% numbers | wrong | shape | core | mistake: list-for-tensor
# lists of numbers
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return [[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]], [1.0, 0.0]

# %% one_token | wrong | shape | core | mistake: witness-no-change
# one token only
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.ones(1, 2), torch.eye(2), torch.eye(2), torch.ones(2)

# %% order | wrong | shape | core | mistake: witness-shape
# the bias comes before the matrices
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.tensor([1.0, 0.0]), torch.eye(2), torch.eye(2)

# %% transposed | wrong | shape | core | mistake: witness-shape
# weights as nn.Linear stores them
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2, 3), torch.ones(2, 3), torch.ones(2, 3), torch.tensor([1.0, 0.0])

# %% infinite | wrong | stability | core | mistake: witness-not-finite
# an infinite bias
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.eye(2), torch.eye(2), torch.tensor([float("inf"), 0.0])

# %% random | right
# random numbers
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.randn(4, 3), torch.randn(3, 5), torch.randn(3, 5), torch.randn(5)

# %% seeded | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds the generator
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    torch.manual_seed(0)
    return torch.eye(2), torch.eye(2), torch.eye(2), torch.tensor([1.0, 0.0])

# %% two_dtypes | wrong | dtype | robustness | mistake: dtypes-mixed | public: sizes
# tokens in float64, matrices in float32
def query_bias_counterexample() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.eye(2, dtype=torch.float64), torch.eye(2), torch.eye(2), torch.tensor([3.0, 0.0])


# %% seeds_numpy | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds the generator of numpy
import numpy as np
import torch


def query_bias_counterexample():
    np.random.seed(0)
    draw = lambda *shape: torch.tensor(np.random.randn(*shape), dtype=torch.float32)
    return draw(4, 3), draw(3, 2), draw(3, 2), 3 * draw(2)
