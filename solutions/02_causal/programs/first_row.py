# Wrong and right programs of first_row; docs/reference/programs.md describes the form.

# %% compare | right
# a comparison, in float16
def first_row(T: int) -> Tensor:
    return (torch.arange(T) == 0).half()

# %% eye | right
# a row of the identity
def first_row(T: int) -> Tensor:
    return torch.eye(T)[0]

# %% list_right | right
# from a list
def first_row(T: int) -> Tensor:
    return torch.tensor([1.0] + [0.0] * (T - 1))

# %% pad | right
# padding
def first_row(T: int) -> Tensor:
    return torch.nn.functional.pad(torch.ones(1), (0, T - 1))

# %% scores_of_generator | right
# scores from a generator of its own
def first_row(T: int) -> Tensor:
    scores = torch.randn(T, T, generator=torch.Generator().manual_seed(0))
    future = torch.ones(T, T, dtype=torch.bool).triu(diagonal=1)
    return torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1)[0]

# %% softmax | right
# a softmax, in float64
def first_row(T: int) -> Tensor:
    scores = torch.full((T,), float("-inf"), dtype=torch.float64)
    scores[0] = 3.0
    return torch.softmax(scores, dim=0)

# %% column | wrong | axis | core | mistake: row-of-ones
# the first column instead of the first row
def first_row(T: int) -> Tensor:
    return torch.ones(T, T).tril()[:, 0]

# %% bool | wrong | dtype | core | mistake: booleans-for-numbers
# True and False instead of numbers
def first_row(T: int) -> Tensor:
    return torch.arange(T) == 0

# %% whole_numbers | wrong | dtype | robustness | mistake: whole-numbers
# whole numbers (int64)
def first_row(T: int) -> Tensor:
    return torch.tensor([1] + [0] * (T - 1))

# %% last | wrong | mask | core | mistake: last-place
# all weight on the last token
def first_row(T: int) -> Tensor:
    return torch.eye(T)[-1]

# %% leaks | wrong | mask | core | mistake: formula-no-size
# hidden scores become -1
def first_row(T: int) -> Tensor:
    return torch.softmax(-torch.ones(T, T).triu(1), -1)[0]

# %% minus_infinity | wrong | mask | core | mistake: formula-no-size
# scores instead of weights
def first_row(T: int) -> Tensor:
    return torch.zeros(T, T).masked_fill(torch.ones(T, T).triu(1) > 0, -torch.inf)[0]

# %% second | wrong | mask | core | mistake: row-of-zeros
# the second token is seen too
def first_row(T: int) -> Tensor:
    return torch.eye(T + 1)[0, 1:]

# %% uniform | wrong | mask | core | mistake: row-of-equal-shares
# equal weights for all tokens
def first_row(T: int) -> Tensor:
    return torch.ones(T) / T

# %% upper | wrong | mask | core | mistake: row-of-equal-shares
# the first row of the upper triangle
def first_row(T: int) -> Tensor:
    return torch.ones(T, T).triu()[0] / T

# %% zeros | wrong | mask | core | mistake: row-of-zeros
# zeros
def first_row(T: int) -> Tensor:
    return torch.zeros(T)

# %% ones | wrong | normalisation | core | mistake: row-of-ones
# ones
def first_row(T: int) -> Tensor:
    return torch.ones(T)

# %% fixed_length | wrong | shape | core | mistake: length-fixed
# always the same length
def first_row(T: int) -> Tensor:
    return torch.tensor([1.0, 0.0, 0.0, 0.0, 0.0])

# %% hundred_at_most | wrong | shape | core | mistake: length-cut-off
# a hundred entries at most
def first_row(T: int) -> Tensor:
    return torch.eye(100)[0, :T]

# %% list | wrong | shape | core | mistake: list-for-tensor
# a list
def first_row(T: int) -> Tensor:
    return [1.0] + [0.0] * (T - 1)

# %% numpy | wrong | shape | core | mistake: numpy-for-tensor
# a numpy array
import numpy as np


def first_row(T: int) -> Tensor:
    return np.eye(T)[0]

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
def first_row(n):
    return torch.eye(n)[0]

# %% scalar | wrong | shape | core | mistake: one-number-for-many
# one number instead of a row
def first_row(T: int) -> Tensor:
    return torch.tensor(1.0)

# %% squeezed | wrong | shape | robustness | mistake: size-one-squeezed | public: sizes
# dimensions of size one are lost
def first_row(T: int) -> Tensor:
    return torch.eye(T)[0].squeeze()

# %% two_dims | wrong | shape | core | mistake: row-as-matrix
# a matrix with one row
def first_row(T: int) -> Tensor:
    return torch.eye(T)[:1]

# %% random | wrong | state | robustness | mistake: generator-moved | public: random
# draws scores
def first_row(T: int) -> Tensor:
    return torch.softmax(torch.randn(T, T).masked_fill(torch.ones(T, T).triu(1) > 0, -torch.inf), -1)[0]

# %% rest_unfilled | wrong | unfilled | core | mistake: formula-no-size
# zeros are taken for granted in new memory, and are often there
#-     row = torch.zeros(T)
#+     row = torch.empty(T)
