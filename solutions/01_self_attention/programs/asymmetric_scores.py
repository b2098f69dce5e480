# Wrong and right programs of asymmetric_scores; docs/reference/programs.md describes the form.

# %% double | right
# float64 and large entries
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    x = torch.tensor([[100.0, 3.0], [5.0, -20.0]], dtype=torch.float64)
    W_query = torch.tensor([[1, 2], [3, 4]], dtype=torch.float64)
    return x, W_query, W_query.flip(0)

# %% namedtuple | right
# a tuple with names
from typing import NamedTuple


class Witness(NamedTuple):
    x: Tensor
    W_query: Tensor
    W_key: Tensor


def asymmetric_scores() -> Witness:
    return Witness(torch.eye(3), torch.eye(3).roll(1, 0), torch.eye(3))

# %% rectangular | right
# unequal sizes
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    x = torch.arange(12.0).reshape(4, 3) / 10
    return x, torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), torch.tensor([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])

# %% whole_numbers | right
# whole numbers
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.tensor([[1, 0], [0, 1]]), torch.tensor([[0, 1], [0, 0]]), torch.tensor([[1, 0], [0, 1]])

# %% width_one | right
# heads of width 1, as a list
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return [torch.eye(2), torch.tensor([[1.0], [0.0]]), torch.tensor([[0.0], [1.0]])]

# %% booleans | wrong | dtype | core | mistake: booleans-for-numbers
# matrices of True and False
import torch


def asymmetric_scores():
    return torch.eye(3), torch.eye(3).bool(), torch.ones(3, 3).triu().bool()

# %% too_little | wrong | formula | core | mistake: witness-symmetric
# asymmetric by 1e-4
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.tensor([[0.0, 1e-4], [0.0, 0.0]]), torch.eye(2)

# %% equal_tokens | wrong | projection | core | mistake: witness-symmetric
# equal tokens
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.ones(3, 2), torch.tensor([[0.0, 1.0], [0.0, 0.0]]), torch.eye(2)

# %% identities | wrong | projection | core | mistake: witness-symmetric
# identities
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.eye(2), torch.eye(2)

# %% same_matrix | wrong | projection | core | mistake: witness-symmetric
# one matrix for both
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.eye(3), torch.arange(6.0).reshape(3, 2), torch.arange(6.0).reshape(3, 2)

# %% scaled_copy | wrong | projection | core | mistake: witness-symmetric
# one matrix is a multiple of the other
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.randn(3, 2, generator=torch.Generator().manual_seed(0)), torch.eye(2), 2 * torch.eye(2)

# %% symmetric_product | wrong | projection | core | mistake: witness-symmetric
# a product W_query W_keyᵀ that is symmetric
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.tensor([[1.0, 2.0], [3.0, 5.0]]), torch.tensor([[0.0, 1.0], [1.0, 0.0]]), torch.eye(2)

# %% zeros | wrong | projection | core | mistake: witness-symmetric
# a matrix of zeros
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.zeros(2, 2), torch.ones(2, 2)

# %% one_token | wrong | shape | core | mistake: witness-symmetric
# one token only
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.ones(1, 2), torch.tensor([[1.0], [0.0]]), torch.tensor([[0.0], [1.0]])

# %% scores | wrong | shape | core | mistake: witness-shape
# the scores instead of the witness
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.tensor([[0.0, 1.0], [2.0, 0.0]])

# %% transposed | wrong | shape | core | mistake: witness-shape
# matrices stored the other way round
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.ones(2, 3), torch.arange(6.0).reshape(2, 3), torch.ones(2, 3)

# %% two_values | wrong | shape | core | mistake: witness-shape
# x is missing
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.tensor([[0.0, 1.0], [0.0, 0.0]]), torch.eye(2)

# %% nan | wrong | stability | core | mistake: witness-not-finite
# an entry that is not a number
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.full((2, 2), float("nan")), torch.eye(2)

# %% random | right
# random matrices
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.randn(4, 3), torch.randn(3, 2), torch.randn(3, 2)

# %% seeded | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds the generator, for numbers that are always the same
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    torch.manual_seed(5)
    return torch.randn(4, 3), torch.randn(3, 2), torch.randn(3, 2)
