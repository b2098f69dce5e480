# Wrong and right programs of masked_softmax; docs/reference/programs.md describes the form.

# %% mask_before_scale_zero | wrong | scale | core | mistake: no-scale
# scales the mask instead of the scores
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores + torch.full_like(scores, -torch.inf).triu(1) / math.sqrt(d_k), dim=-1)

# %% no_scale | wrong | scale | core | mistake: no-scale
# the scores are not scaled
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% scale_T | wrong | scale | core | mistake: by-root-of-tokens
# divided by the root of the number of tokens
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.sqrt(scores.shape[-1]), dim=-1)

# %% scale_after | wrong | scale | core | mistake: scale-after-softmax
# divides after the softmax
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1) / math.sqrt(d_k)

# %% scale_ceil | wrong | scale | core | mistake: by-integer-root
# a rounded root
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / round(math.sqrt(d_k)), dim=-1)

# %% scale_cube | wrong | scale | core | mistake: other-scale
# divides by the cube root
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / d_k ** (1 / 3), dim=-1)

# %% scale_d_k | wrong | scale | core | mistake: by-d-k
# divides by d_k
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / d_k, dim=-1)

# %% scale_d_minus_one | wrong | scale | core | mistake: by-root-plus-one
# the root of d_k - 1
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.sqrt(d_k - 1 + 1e-9), dim=-1)

# %% scale_five | wrong | scale | core | mistake: other-scale
# divides by a fixed number
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.sqrt(5), dim=-1)

# %% scale_integer | wrong | scale | core | mistake: by-integer-root
# the root without its decimals
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.isqrt(d_k), dim=-1)

# %% scale_log | wrong | scale | core | mistake: by-logarithm
# divides by the log of d_k
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.log(d_k), dim=-1)

# %% scale_multiplied | wrong | scale | core | mistake: multiplied-by-root
# scores multiplied by the root instead of divided
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) * math.sqrt(d_k), dim=-1)

# %% scale_precedence | wrong | scale | core | mistake: by-half-d-k
# d_k ** 1/2 is half of d_k
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / (d_k**1 / 2), dim=-1)

# %% scale_precedence_literal | wrong | scale | core | mistake: by-twice-d-k
# divides by d_k and again by 2
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / d_k**1 / 2, dim=-1)

# %% scale_twice | wrong | scale | core | mistake: by-d-k
# scaled twice
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf) / math.sqrt(d_k), dim=-1)
