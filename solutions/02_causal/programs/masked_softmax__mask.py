# Wrong and right programs of masked_softmax; docs/reference/programs.md describes the form.

# %% bool_subtracted | wrong | mask | core | mistake: mask-too-weak
# the mask itself is subtracted
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores / math.sqrt(d_k) - later.to(scores.dtype), dim=-1)

# %% diagonal | wrong | mask | core | mistake: diagonal-masked
# a token cannot see itself
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(torch.ones_like(later).triu(0), -torch.inf), dim=-1)

# %% discarded | wrong | mask | core | mistake: no-mask
# the result of masked_fill is not kept
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scaled = scores / math.sqrt(d_k)
    scaled.masked_fill(later, -torch.inf)
    return torch.softmax(scaled, dim=-1)

# %% eight_tokens | wrong | mask | core | mistake: mask-too-small
# a mask of at most eight tokens
def masked_softmax(scores, d_k):
    T = scores.shape[-1]
    m = torch.ones(8, 8, dtype=torch.bool, device=scores.device).triu(1)[:T, :T]
    return torch.softmax(scores.masked_fill(m, -math.inf) / d_k**0.5, dim=-1)

# %% first_only | wrong | mask | core | mistake: mask-other
# masks the first matrix of a batch only
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scaled = scores / math.sqrt(d_k)
    first = (0,) * (scores.dim() - 2)
    hidden = torch.zeros_like(scores, dtype=torch.bool)
    hidden[first] = later
    return torch.softmax(scaled.masked_fill(hidden, -torch.inf), dim=-1)

# %% first_row_only | wrong | mask | core | mistake: mask-first-row
# masks the first row only
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    hidden = torch.zeros_like(later)
    hidden[0, 1:] = True
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(hidden, -torch.inf), dim=-1)

# %% inverted | wrong | mask | core | mistake: mask-inverted
# hides the past
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later.mT, -torch.inf), dim=-1)

# %% last_row_seen | wrong | mask | core | mistake: mask-other
# the last row but one sees the last token
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    hidden = later.clone()
    hidden[-2:, -1] = False
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(hidden, -torch.inf), dim=-1)

# %% mask_negated | wrong | mask | core | mistake: mask-inverted
# hides everything that may be seen
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(~later, -torch.inf), dim=-1)

# %% mask_of_100 | wrong | mask | core | mistake: long-text-unmasked
# a mask of 100 tokens, nothing hidden beyond
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.shape[-1]
    later = torch.zeros(T, T, dtype=torch.bool, device=scores.device)
    later[:100, :100] = torch.ones(100, 100, dtype=torch.bool, device=scores.device).triu(1)[:T, :T]
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.sqrt(d_k), dim=-1)

# %% minus_hundred | wrong | mask | core | mistake: mask-too-weak
# hidden scores become -100
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -100.0) / math.sqrt(d_k), dim=-1)

# %% minus_hundred_added | wrong | mask | core | mistake: mask-too-weak
# -100 is added to hidden scores
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores / math.sqrt(d_k) - 100 * later, dim=-1)

# %% minus_ten | wrong | mask | core | mistake: mask-too-weak
# hidden scores become -10
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -10.0), dim=-1)

# %% no_mask | wrong | mask | core | mistake: no-mask
# no mask
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / math.sqrt(d_k), dim=-1)

# %% one_too_few | wrong | mask | core | mistake: future-visible
# the next token is still seen
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(torch.ones_like(later).triu(2), -torch.inf), dim=-1)

# %% plus_inf | wrong | mask | core | mistake: mask-positive
# +inf instead of -inf
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, torch.inf), dim=-1)

# %% times_inf | wrong | mask | core | mistake: mask-nan
# scores times -inf
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(torch.where(later, scores * -torch.inf, scores) / math.sqrt(d_k), dim=-1)

# %% tiny | wrong | mask | core | mistake: mask-with-zero
# hidden scores become -1e-9
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -1e-9), dim=-1)

# %% tril_scores | wrong | mask | core | mistake: mask-with-zero
# hidden scores become 0 through tril
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores / math.sqrt(d_k)).tril(), dim=-1)

# %% window | wrong | mask | core | mistake: window
# only the three tokens before are seen
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(
        (scores / math.sqrt(d_k)).masked_fill(later | torch.ones_like(later).tril(-4), -torch.inf), dim=-1
    )

# %% zero_filled | wrong | mask | core | mistake: mask-with-zero
# hidden scores become 0
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, 0.0), dim=-1)

# %% zero_times_inf | wrong | mask | core | mistake: mask-nan
# 0 times inf is NaN
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores / math.sqrt(d_k) + later * -torch.inf, dim=-1)
