# Wrong and right programs of saturating_queries_keys; docs/reference/programs.md describes the form.

# %% generator | right
# random numbers of a generator of its own
#-     queries = torch.ones(2, 64)
#-     keys = torch.stack([torch.full((64,), 0.125), torch.zeros(64)])
#+     generator = torch.Generator().manual_seed(1)
#+     keys = torch.randn(2, 64, generator=generator)
#+     keys[1] = -keys[0]
#+     queries = torch.stack([keys[0], keys[0]]) * 4 / keys[0].square().sum()

# %% list | right
# a list, three tokens, float64
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    queries = torch.full((3, 49), 0.5, dtype=torch.float64)
    keys = torch.linspace(0.0, 1.0, 3, dtype=torch.float64)[:, None].expand(3, 49) * 0.5
    return [queries, keys]

# %% one_coordinate | right
# one coordinate carries the scores, one row is uniform
#-     queries = torch.ones(2, 64)
#-     keys = torch.stack([torch.full((64,), 0.125), torch.zeros(64)])
#+     queries, keys = torch.zeros(2, 100), torch.zeros(2, 100)
#+     queries[0, 0], keys[0, 0] = 4.0, 2.0

# %% parameters | right
# tensors that ask for gradients, d_k of 400
from torch import nn
#-     queries = torch.ones(2, 64)
#-     keys = torch.stack([torch.full((64,), 0.125), torch.zeros(64)])
#+     queries = torch.ones(2, 400, requires_grad=True)
#+     keys = nn.Parameter(torch.cat([torch.full((1, 400), 0.02), torch.zeros(1, 400)]))

# %% whole_numbers | right
# whole numbers
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(2, 16, dtype=torch.int64), torch.tensor([[1] * 8 + [0] * 8, [0] * 16])

# %% columns | wrong | axis | core | mistake: witness-not-saturated
# saturated over the queries only
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.stack([torch.full((64,), 0.125), torch.zeros(64)]), torch.ones(2, 64)

# %% almost | wrong | scale | core | mistake: witness-not-saturated
# 0.98 without the scale
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(2, 64), torch.stack([torch.full((64,), 0.0625), torch.zeros(64)])

# %% always | wrong | scale | core | mistake: witness-still-saturated
# saturated with the scale too
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return 100 * torch.eye(3, 4), 100 * torch.eye(3, 4)

# %% divided_by_width | wrong | scale | core | mistake: witness-still-saturated
# reckons with d_k instead of its root
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(2, 4), torch.stack([torch.full((4,), 2.0), torch.zeros(4)])

# %% equal_keys | wrong | scale | core | mistake: witness-not-saturated
# equal keys
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return 9 * torch.ones(2, 16), torch.ones(2, 16)

# %% never | wrong | scale | core | mistake: witness-not-saturated
# never saturated
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.eye(2), torch.eye(2)

# %% other_row | wrong | scale | core | mistake: witness-still-saturated
# another row is saturated with the scale
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.tensor([[1.0] * 16, [9.0] * 16]), torch.stack([torch.full((16,), 0.5), torch.zeros(16)])

# %% width_one | wrong | scale | core | mistake: witness-still-saturated
# width 1, where the scale does nothing
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.tensor([[3.0], [3.0]]), torch.tensor([[2.0], [0.0]])

# %% batch | wrong | shape | core | mistake: witness-shape
# a batch dimension
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(1, 2, 64), torch.stack([torch.full((64,), 0.125), torch.zeros(64)])[None]

# %% lists | wrong | shape | core | mistake: list-for-tensor
# lists of numbers
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return [[1.0] * 64] * 2, [[0.125] * 64, [0.0] * 64]

# %% one_query | wrong | shape | robustness | mistake: witness-shape
# one query for two keys
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(1, 64), torch.stack([torch.full((64,), 0.125), torch.zeros(64)])

# %% one_token | wrong | shape | core | mistake: witness-shape
# one token only
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(1, 16), torch.ones(1, 16)

# %% scores_returned | wrong | shape | core | mistake: witness-shape
# scores instead of queries and keys
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.tensor([[8.0, 0.0], [8.0, 0.0]])

# %% thousands | wrong | shape | core | mistake: witness-random
# thousands of random tokens
import torch


def saturating_queries_keys():
    return torch.randn(6000, 8), torch.randn(6000, 8)

# %% transposed | wrong | shape | core | mistake: witness-shape
# keys already transposed
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(2, 64), torch.stack([torch.full((64,), 0.125), torch.zeros(64)]).T

# %% weights_too | wrong | shape | core | mistake: witness-shape
# three values
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(2, 64), torch.stack([torch.full((64,), 0.125), torch.zeros(64)]), torch.ones(2, 2)

# %% infinite | wrong | stability | core | mistake: witness-not-finite
# infinite entries
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.full((2, 4), float("inf")), torch.eye(2, 4)

# %% overflow | wrong | stability | core | mistake: witness-overflows
# scores that overflow
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.full((2, 4), 1e300, dtype=torch.float64), 1e300 * torch.eye(2, 4, dtype=torch.float64)

# %% seeded | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds the generator, for numbers that are always the same
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    torch.manual_seed(3)
    queries = torch.ones(2, 64) + 0.01 * torch.rand(2, 64)
    return queries, torch.stack([torch.full((64,), 0.125), torch.zeros(64)])


# %% seeds_python | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds the generator of Python
import random
import torch


def saturating_queries_keys():
    random.seed(0)
    a = 8 + random.random()
    queries, keys = torch.zeros(2, 25), torch.zeros(2, 25)
    queries[0, 3], keys[0, 3] = a, 1.0
    return queries, keys
