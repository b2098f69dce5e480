# Wrong and right programs of additive_causal_mask; docs/reference/programs.md describes the form.

# %% empty_like | right
# empty_like, then filled, then cleared below the diagonal
def additive_causal_mask(T: int, device: torch.device | None = None) -> Tensor:
    mask = torch.empty_like(torch.ones(T, T, device=device))
    mask.fill_(-torch.inf)
    return torch.triu(mask, diagonal=1)

# %% float_of_bool | right
# a float copy filled by the own mask
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    hidden = causal_mask(T, device=device)[0, 0]
    return hidden.float().masked_fill(hidden, float("-inf"))

# %% full_triu | right
# triu of -inf
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.triu(torch.full((T, T), float("-inf"), device=device), diagonal=1)

# %% in_place | right
# an assignment to the upper triangle
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(T, T, device=device)
    for query in range(T - 1):
        mask[query, query + 1 :] = float("-inf")
    return mask

# %% log_tril | right
# the log of the lower triangle
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.log(torch.tril(torch.ones(T, T, device=device)))

# %% loops | right
# two loops
import math


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros((T, T), dtype=torch.float32)
    for i in range(T):
        for j in range(T):
            if j > i:
                mask[i][j] = -math.inf
    return mask.to(device)

# %% masked_fill | right
# masked_fill with the own mask
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.zeros(T, T, device=device).masked_fill(causal_mask(T, device).squeeze(0).squeeze(0), float("-inf"))

# %% negative_zero | right
# zeros with a sign
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return -torch.full((T, T), torch.inf, device=device).triu(1)

# %% nested_list | right
# a nested list
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.tensor([[0.0 if j <= i else -torch.inf for j in range(T)] for i in range(T)], device=device)

# %% numpy_right | right
# numpy inside
import numpy as np


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.from_numpy(np.triu(np.full((T, T), -np.inf, dtype=np.float32), k=1)).to(device=device or "cpu")

# %% reciprocal | right
# 1 - 1 / visible
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return 1 - 1 / torch.ones(T, T, device=device).tril()

# %% where | right
# where of two numbers
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    i = torch.arange(T, device=device)
    return torch.where(i[None, :] <= i[:, None], 0.0, float("-inf"))

# %% local_name | allowed
# a local variable of that name
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    generate_square_subsequent_mask = torch.full((T, T), -torch.inf, device=device).triu(1)
    return generate_square_subsequent_mask

# %% mentioned | allowed
# the name in a docstring
#-     later = causal_mask(T, device)[0, 0]
#-     return torch.zeros(T, T, dtype=torch.float32, device=device).masked_fill(later, -torch.inf)
#+     return torch.full((T, T), -torch.inf, device=device).triu(1)

# %% alias | not allowed
# the ready-made mask under another name
from torch.nn import Transformer

upper = Transformer.generate_square_subsequent_mask


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return upper(T, device=device)

# %% getattr | not allowed
# the ready-made mask through getattr
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return getattr(nn.Transformer, "generate_square_subsequent_mask")(T, device=device)

# %% private | not allowed
# the private function behind it
from torch.nn.modules import transformer


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return transformer._generate_square_subsequent_mask(T, device=device)

# %% ready_made | not allowed
# the ready-made mask
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return nn.Transformer.generate_square_subsequent_mask(T, device=device)

# %% cpu | wrong | device | robustness | mistake: device-ignored
# ignores the device
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf).triu(1)

# %% no_device | wrong | device | robustness | mistake: argument-missing
# has no device
def additive_causal_mask(T: int) -> Tensor:
    return torch.full((T, T), -torch.inf).triu(1)

# %% bfloat16 | wrong | dtype | robustness | mistake: result-sixteen-bits
# bfloat16
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, dtype=torch.bfloat16, device=device).triu(1)

# %% bool | wrong | dtype | core | mistake: booleans-for-numbers
# bool instead of numbers
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, dtype=torch.bool, device=device).triu(1)

# %% double | wrong | dtype | robustness | mistake: result-float64
# float64
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, dtype=torch.float64, device=device).triu(1)

# %% half | wrong | dtype | robustness | mistake: result-sixteen-bits
# float16
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, dtype=torch.float16, device=device).triu(1)

# %% numpy_double | wrong | dtype | robustness | mistake: result-float64
# float64 out of numpy
import numpy


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.from_numpy(numpy.triu(numpy.full((T, T), -numpy.inf), 1)).to(device or "cpu")

# %% all_hidden | wrong | mask | core | mistake: all-masked
# everything is hidden
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, device=device)

# %% below | wrong | mask | core | mistake: mask-inverted
# -inf below the diagonal
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, device=device).tril(-1)

# %% cut_from_150 | wrong | mask | core | mistake: mask-too-small
# cut from a mask of 150 tokens
MASK = torch.full((150, 150), -torch.inf).triu(1)


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return MASK[:T, :T].clone().to(device or "cpu")

# %% diagonal_hidden | wrong | mask | core | mistake: diagonal-masked
# the diagonal is hidden
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, device=device).triu()

# %% fill_discarded | wrong | mask | core | mistake: no-mask
# the filled mask is not kept
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(T, T, device=device)
    mask.masked_fill(torch.ones(T, T, device=device).triu(1).bool(), -torch.inf)
    return mask

# %% first_column | wrong | mask | core | mistake: mask-other
# hides the first key too
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.full((T, T), -torch.inf, device=device).triu(1)
    mask[1:, 0] = -torch.inf
    return mask

# %% large | wrong | mask | core | mistake: mask-finite
# -1e9 instead of -inf
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -1e9, device=device).triu(1)

# %% log_upper | wrong | mask | core | mistake: mask-inverted
# the log of the other triangle
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.log(torch.triu(torch.ones(T, T, device=device)))

# %% minus_one | wrong | mask | core | mistake: mask-minus-one
# -1 instead of -inf
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return -torch.ones(T, T, device=device).triu(1)

# %% nan | wrong | mask | core | mistake: mask-nan
# NaN above the diagonal
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), torch.nan, device=device).triu(1)

# %% nothing_hidden | wrong | mask | core | mistake: no-mask
# nothing is hidden
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.zeros(T, T, device=device)

# %% one_too_few | wrong | mask | core | mistake: future-visible
# the next token is still seen
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, device=device).triu(2)

# %% plus_inf | wrong | mask | core | mistake: mask-positive
# +inf above the diagonal
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), torch.inf, device=device).triu(1)

# %% single_token | wrong | mask | core | mistake: mask-other
# wrong for a single token
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, device=device).triu(1 if T > 1 else 0)

# %% smallest | wrong | mask | core | mistake: mask-finite
# the smallest float32 instead of -inf
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), torch.finfo(torch.float32).min, device=device).triu(1)

# %% tiny | wrong | mask | core | mistake: no-mask
# -1e-9 instead of -inf
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -1e-9, device=device).triu(1)

# %% window | wrong | mask | core | mistake: mask-other
# only the four tokens before are seen
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, device=device).triu(1) + torch.full((T, T), -torch.inf, device=device).tril(
        -4
    )

# %% zero_times_inf | wrong | mask | core | mistake: mask-nan
# 0 times inf is NaN
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, device=device).triu(1) * -torch.inf

# %% fixed_length | wrong | shape | core | mistake: mask-too-small
# cut from a mask of eight tokens
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((8, 8), -torch.inf, device=device).triu(1)[:T, :T]

# %% four_dims | wrong | shape | core | mistake: mask-axes-added
# shape (1, 1, T, T)
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((1, 1, T, T), -torch.inf, device=device).triu(1)

# %% renamed | wrong | shape | robustness | mistake: argument-names
# other names of the arguments
def additive_causal_mask(n, where=None):
    return torch.full((n, n), -torch.inf, dtype=torch.float32, device=where).triu(1)

# %% sixteen | wrong | shape | core | mistake: length-limited
# refuses more than 16 tokens
def additive_causal_mask(T, device=None):
    assert T <= 16
    return torch.full((T, T), float("-inf"), device=device).triu(1)

# %% size_minus_one | wrong | shape | core | mistake: size-off-by-one
# one token too few
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T - 1, T - 1), -torch.inf, device=device).triu(1)

# %% three_dims | wrong | shape | core | mistake: mask-axes-added
# shape (1, T, T)
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((1, T, T), -torch.inf, device=device).triu(1)

# %% cached | wrong | state | core | mistake: first-mask-kept
# keeps the first mask
KEPT = []


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    if not KEPT:
        KEPT.append(torch.full((T, T), -torch.inf, device=device).triu(1))
    return KEPT[0]

# %% seeds | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds the generator
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    torch.manual_seed(0)
    return torch.full((T, T), -torch.inf, device=device).triu(1)

# %% upper_unfilled | wrong | unfilled | core | mistake: mask-nan
# zeros are taken for granted in new memory
def additive_causal_mask(T: int, device: torch.device | None = None) -> Tensor:
    mask = torch.empty(T, T, device=device)
    mask[torch.ones(T, T, dtype=torch.bool, device=device).triu(1)] = -torch.inf
    return mask

# %% exponentials | wrong | values | core | mistake: mask-with-ones
# 1 and 0: what a softmax would make of it
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, device=device).tril()

# %% numpy | wrong | values | core | mistake: numpy-for-tensor
# a numpy array
import numpy


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return numpy.triu(numpy.full((T, T), -numpy.inf, dtype=numpy.float32), 1)

# %% ones_kept | wrong | values | core | mistake: mask-with-ones
# 1 where the key may be seen
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, device=device).masked_fill(torch.ones(T, T, device=device).triu(1) == 1, -torch.inf)
