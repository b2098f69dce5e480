# Wrong and right programs of uniform_causal_weights; docs/reference/programs.md describes the form.

# %% broadcast | right
# positions compared
def uniform_causal_weights(T: int) -> Tensor:
    place = torch.arange(T, dtype=torch.float64)
    return (place[:, None] >= place[None, :]) / (place[:, None] + 1)

# %% large_mask | right
# a mask of -1e9
def uniform_causal_weights(T: int) -> Tensor:
    return torch.softmax(torch.ones(T, T).triu(1) * -1e9, dim=1)

# %% lists_right | right
# from lists
def uniform_causal_weights(T: int) -> Tensor:
    return torch.tensor([[1 / (i + 1) if j <= i else 0.0 for j in range(T)] for i in range(T)])

# %% numpy | right
# through numpy
import numpy as np


def uniform_causal_weights(T: int) -> Tensor:
    return torch.from_numpy(np.tril(np.ones((T, T))) / np.arange(1, T + 1)[:, None])

# %% rows | right
# row by row
def uniform_causal_weights(T: int) -> Tensor:
    weights = torch.zeros(T, T)
    for i in range(T):
        weights[i, : i + 1] = 1.0 / (i + 1)
    return weights

# %% softmax | right
# softmax of masked zeros
def uniform_causal_weights(T: int) -> Tensor:
    future = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
    return torch.softmax(torch.zeros(T, T).masked_fill(future, float("-inf")), dim=-1)

# %% columns | wrong | axis | core | mistake: columns-divided
# columns sum to 1
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril() / torch.ones(T, T).tril().sum(0)

# %% no_keepdim | wrong | axis | core | mistake: formula-no-size
# a sum without keepdim
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril() / torch.ones(T, T).tril().sum(-1)

# %% transposed | wrong | axis | core | mistake: causal-weights-turned
# the matrix lies transposed
def uniform_causal_weights(T: int) -> Tensor:
    return (torch.ones(T, T).tril() / torch.arange(1, T + 1)[:, None]).T

# %% whole_division | wrong | dtype | core | mistake: formula-no-size
# divided with // in whole numbers
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T, dtype=torch.int64).tril() // torch.arange(1, T + 1)[:, None]

# %% renamed | wrong | formula | robustness | mistake: argument-names
# another name for T
def uniform_causal_weights(length: int) -> Tensor:
    return torch.ones(length, length).tril() / torch.arange(1, length + 1)[:, None]

# %% filled_with_zero | wrong | mask | core | mistake: formula-no-size
# filled with 0 before softmax
def uniform_causal_weights(T: int) -> Tensor:
    return torch.softmax(torch.full((T, T), 2.0).tril(), -1)

# %% first | wrong | mask | core | mistake: formula-no-size
# all weight on the first token
def uniform_causal_weights(T: int) -> Tensor:
    return torch.zeros(T, T).index_fill(1, torch.tensor([0]), 1.0)

# %% identity | wrong | mask | core | mistake: formula-no-size
# each token sees only itself
def uniform_causal_weights(T: int) -> Tensor:
    return torch.eye(T)

# %% leak | wrong | mask | core | mistake: formula-no-size
# hidden scores become -5
def uniform_causal_weights(T: int) -> Tensor:
    return torch.softmax(-5 * torch.ones(T, T).triu(1), -1)

# %% nan | wrong | mask | core | mistake: formula-no-size
# -inf times 0
def uniform_causal_weights(T: int) -> Tensor:
    return torch.softmax(torch.ones(T, T).triu(1) * -torch.inf, -1)

# %% one_too_many | wrong | mask | core | mistake: formula-no-size
# one token of the future
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril(1) / torch.ones(T, T).tril(1).sum(-1, keepdim=True)

# %% softmax_of_triangle | wrong | mask | core | mistake: zeros-in-softmax
# softmax of zeros and ones
def uniform_causal_weights(T: int) -> Tensor:
    return torch.softmax(torch.ones(T, T).tril(), -1)

# %% uniform | wrong | mask | core | mistake: mask-left-out
# the mask forgotten
def uniform_causal_weights(T: int) -> Tensor:
    return torch.full((T, T), 1 / T)

# %% upper | wrong | mask | core | mistake: upper-triangle
# each token sees the later ones
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).triu() / torch.ones(T, T).triu().sum(-1, keepdim=True)

# %% without_itself | wrong | mask | core | mistake: formula-no-size
# a token does not see itself
def uniform_causal_weights(T: int) -> Tensor:
    lower = torch.ones(T, T).tril(-1)
    return lower / lower.sum(-1, keepdim=True).clamp(min=1)

# %% decaying | wrong | normalisation | core | mistake: formula-no-size
# half for the last token, a quarter for the one before, and so on
def uniform_causal_weights(T: int) -> Tensor:
    return torch.tensor([[2.0 ** (j - i) if j <= i else 0.0 for j in range(T)] for i in range(T)])

# %% flattened_softmax | wrong | normalisation | core | mistake: formula-no-size
# the whole matrix sums to 1
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril() / torch.ones(T, T).tril().sum()

# %% not_renormalised | wrong | normalisation | core | mistake: rows-divided-by-all
# the rows do not sum to 1
def uniform_causal_weights(T: int) -> Tensor:
    return torch.full((T, T), 1 / T).tril()

# %% off_by_one | wrong | normalisation | core | mistake: formula-no-size
# divided by one too much
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril() / torch.arange(2, T + 2)[:, None]

# %% ones | wrong | normalisation | core | mistake: rows-not-divided
# ones
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril()

# %% leading | wrong | shape | core | mistake: extra-dimension
# leading axes too many
def uniform_causal_weights(T: int) -> Tensor:
    return (torch.ones(T, T).tril() / torch.arange(1, T + 1)[:, None])[None, None]

# %% lists | wrong | shape | core | mistake: list-for-tensor
# lists of numbers
def uniform_causal_weights(T: int) -> Tensor:
    return [[1 / (i + 1)] * (i + 1) + [0.0] * (T - 1 - i) for i in range(T)]

# %% table_of_64 | wrong | shape | core | mistake: length-cut-off
# cut from a table of 64 tokens
TABLE = torch.ones(64, 64).tril() / torch.arange(1, 65)[:, None]


def uniform_causal_weights(T: int) -> Tensor:
    return TABLE[:T, :T].clone()

# %% random | wrong | state | robustness | mistake: generator-moved | public: random
# draws scores that are then equal
def uniform_causal_weights(T: int) -> Tensor:
    scores = torch.rand(1).expand(T, T)
    return torch.softmax(scores.masked_fill(torch.ones(T, T).triu(1) > 0, -torch.inf), -1)

# %% upper_unfilled | wrong | unfilled | core | mistake: formula-no-size
# only the visible weights are written
def uniform_causal_weights(T: int) -> Tensor:
    weights = torch.empty(T, T)
    for i in range(T):
        weights[i, : i + 1] = 1 / (i + 1)
    return weights
