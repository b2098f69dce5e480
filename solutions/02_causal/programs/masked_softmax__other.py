# Wrong and right programs of masked_softmax; docs/reference/programs.md describes the form.

# %% detached | wrong | autograd | core | mistake: gradients-cut
# detached scores
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores.detach() / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% detached_sum | wrong | autograd | core | mistake: gradients-cut
# the sum is detached
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    parts = torch.exp((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf))
    return parts / parts.sum(-1, keepdim=True).detach()

# %% in_place_output | wrong | autograd | core | mistake: in-place-in-graph
# in place on the output of the softmax
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    weights = torch.softmax(scores / math.sqrt(d_k), dim=-1)
    weights.masked_fill_(later, 0.0)
    return weights / weights.sum(-1, keepdim=True)

# %% no_grad | wrong | autograd | core | mistake: no-grad-in-forward
# without gradients
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    with torch.no_grad():
        return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% numpy | wrong | autograd | core | mistake: through-numpy
# through numpy
import numpy as np


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    z = np.where(np.triu(np.ones(scores.shape[-2:]), 1) == 1, -np.inf, scores.detach().numpy() / np.sqrt(d_k))
    parts = np.exp(z - z.max(-1, keepdims=True))
    return torch.from_numpy(parts / parts.sum(-1, keepdims=True)).to(scores.dtype)

# %% straight_through | wrong | autograd | core | mistake: other-gradients
# a gradient of its own
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    weights = torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)
    return weights.detach() + scores.tril() - scores.tril().detach()

# %% tensor_again | wrong | autograd | core | mistake: through-python-numbers
# a new tensor around the result
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.tensor(
        torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1).tolist(), dtype=scores.dtype
    )

# %% dim_one | wrong | axis | core | mistake: over-dimension-one
# softmax over dimension 1
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=1)

# %% dim_two | wrong | axis | core | mistake: over-dimension-two
# softmax over dimension 2
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=2)

# %% dim_zero | wrong | axis | core | mistake: over-batch
# softmax over dimension 0
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=0)

# %% flat | wrong | axis | core | mistake: whole-matrix
# softmax over the whole matrix
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scaled = (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf)
    return torch.softmax(scaled.flatten(-2), dim=-1).view(scores.shape)

# %% no_keepdim | wrong | axis | core | mistake: no-keepdim
# a sum without keepdim
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    parts = torch.exp((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf))
    return parts / parts.sum(-1)

# %% queries | wrong | axis | core | mistake: over-queries
# softmax over the queries
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-2)

# %% transposed | wrong | axis | core | mistake: scores-transposed
# the scores are transposed
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores.mT / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% cpu | wrong | device | robustness | mistake: moved-to-cpu
# moves to the CPU
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(
        (scores.cpu() / math.sqrt(d_k)).masked_fill(causal_mask(scores.shape[-1])[0, 0], -torch.inf), dim=-1
    )

# %% cpu_mask | wrong | device | robustness | mistake: mask-on-cpu
# a mask on the CPU
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(
        (scores / math.sqrt(d_k)).masked_fill(torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1), -torch.inf),
        dim=-1,
    )

# %% cpu_mask_in_place | wrong | device | robustness | mistake: mask-on-cpu
# a mask on the CPU fills in place
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.shape[-1]
    scores = scores / math.sqrt(d_k)
    scores.masked_fill_(torch.ones(T, T).triu(1).bool(), -torch.inf)
    return torch.softmax(scores, dim=-1)

# %% additive_float | wrong | dtype | robustness | mistake: result-widened
# adds a float32 mask
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores + additive_causal_mask(scores.shape[-1], scores.device)) / math.sqrt(d_k), dim=-1)

# %% float | wrong | dtype | robustness | mistake: result-float32
# computes and returns float32
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores.float() / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% half | wrong | dtype | core | mistake: computed-in-half
# computes in float16
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scaled = (scores / math.sqrt(d_k)).half().masked_fill(later, -torch.inf)
    return torch.softmax(scaled, dim=-1).to(scores.dtype)

# %% softmax_float | wrong | dtype | robustness | mistake: result-float32
# softmax with dtype float32
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1, dtype=torch.float32)

# %% flattened_batch | wrong | shape | core | mistake: dimensions-flattened
# returns a flat batch
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    T = scores.shape[-1]
    return torch.softmax((scores.reshape(-1, T, T) / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% four_dim_mask | wrong | shape | core | mistake: extra-dimension
# the mask of four dimensions makes the result as large
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(
        (scores / math.sqrt(d_k)).masked_fill(causal_mask(scores.shape[-1], scores.device), -torch.inf), dim=-1
    )

# %% seven_at_most | wrong | shape | core | mistake: length-limited
# refuses more than seven tokens
def masked_softmax(scores, d_k):
    assert scores.shape[-1] <= 7
    T = scores.shape[-1]
    m = torch.ones(T, T, dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(m, float("-inf")) / d_k**0.5, dim=-1)

# %% squeezed | wrong | shape | core | mistake: size-one-squeezed
# dimensions of size one are lost
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1).squeeze()

# %% three_dims | wrong | shape | core | mistake: leading-dimensions
# unpacks three dimensions
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    B, T, _ = scores.shape
    later = torch.ones(B, T, T, dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% two_dims | wrong | shape | core | mistake: leading-dimensions
# a mask of the first dimension
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.shape[0]
    later = torch.ones(T, T, dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% view | wrong | shape | robustness | mistake: view-of-noncontiguous | public: results
# needs contiguous scores
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    T = scores.shape[-1]
    rows = scores.view(-1, T) / math.sqrt(d_k)
    return torch.softmax(rows.view(-1, T, T).masked_fill(later, -torch.inf), dim=-1).view(scores.shape)

# %% clipped_far | wrong | stability | robustness | mistake: scores-clamped | public: extremes
# scores are clipped to ±50
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).clamp(-50, 50).masked_fill(later, -torch.inf), dim=-1)

# %% column_maximum | wrong | stability | core | mistake: maximum-of-other-axis
# subtracts the maximum of the column
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scaled = scores / math.sqrt(d_k)
    parts = torch.exp((scaled - scaled.amax(-2, keepdim=True)).masked_fill(later, -torch.inf))
    return parts / parts.sum(-1, keepdim=True)

# %% global_maximum | wrong | stability | robustness | mistake: global-maximum
# subtracts the maximum of the whole matrix
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scaled = (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf)
    parts = torch.exp(scaled - scaled.max())
    return parts / parts.sum(-1, keepdim=True)

# %% no_maximum | wrong | stability | robustness | mistake: no-maximum
# exp of the scores as they are
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    parts = torch.exp((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf))
    return parts / parts.sum(-1, keepdim=True)

# %% no_maximum_tril | wrong | stability | robustness | mistake: no-maximum
# exp, tril, divided by the sum
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    parts = torch.exp(scores / math.sqrt(d_k)).tril()
    return parts / parts.sum(-1, keepdim=True)

# %% own_score | wrong | stability | robustness | mistake: other-than-maximum | public: extremes
# subtracts each token's score with itself instead of the maximum
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scaled = (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf)
    parts = torch.exp(scaled - scaled.diagonal(dim1=-2, dim2=-1).unsqueeze(-1))
    return parts / parts.sum(-1, keepdim=True)

# %% renormalised | wrong | stability | robustness | mistake: hidden-scores-counted
# masks after the softmax: nothing is left where hidden scores are large
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    cut = torch.softmax(scores / math.sqrt(d_k), dim=-1).tril()
    return cut / cut.sum(-1, keepdim=True)

# %% ten_thousand | wrong | stability | robustness | mistake: mask-too-weak
# hidden scores become -1e4
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -1e4) / math.sqrt(d_k), dim=-1)

# %% thousand | wrong | stability | robustness | mistake: mask-too-weak
# hidden scores become -1000
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -1000.0), dim=-1)

# %% thousand_added | wrong | stability | robustness | mistake: mask-too-weak
# -1e4 is added to hidden scores
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores - 1e4 * later) / math.sqrt(d_k), dim=-1)

# %% unmasked_maximum | wrong | stability | robustness | mistake: hidden-scores-counted
# subtracts the maximum over hidden keys too
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    scaled = scores / math.sqrt(d_k)
    parts = torch.exp(scaled - scaled.amax(-1, keepdim=True)).tril()
    return parts / parts.sum(-1, keepdim=True)

# %% cached_mask | wrong | state | core | mistake: first-mask-kept
# keeps the first mask
import math

KEPT = []


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    if not KEPT:
        KEPT.append(torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1))
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(KEPT[0], -torch.inf), dim=-1)

# %% default_dtype | wrong | state | robustness | mistake: default-dtype-changed | public: settings
# sets the default dtype
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    if scores.dtype is torch.float32:
        torch.set_default_dtype(torch.float64)
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.sqrt(d_k), dim=-1)

# %% draws | wrong | state | robustness | mistake: generator-moved
# draws random numbers
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scores = scores + 0 * torch.rand_like(scores)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% dropout | wrong | state | core | mistake: dropout-added
# drops weights
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return nn.functional.dropout(torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1), 0.1)

# %% in_place | wrong | state | robustness | mistake: input-changed-in-place
# masked_fill_ on the given scores
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scores.masked_fill_(later, -torch.inf)
    return torch.softmax(scores / math.sqrt(d_k), dim=-1)

# %% in_place_divided | wrong | state | robustness | mistake: input-changed-in-place
# divides the given scores in place
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scores /= math.sqrt(d_k)
    return torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)

# %% mutates | wrong | state | robustness | mistake: input-changed-in-place
# changes the given scores where no gradient is asked for
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)

    if not scores.requires_grad:
        return torch.softmax(scores.div_(math.sqrt(d_k)).masked_fill_(later, -torch.inf), dim=-1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% same_place | wrong | state | core | mistake: result-memory-shared
# every result of a shape is written to the same place
KEPT = {}


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    result = torch.softmax(scores.masked_fill(causal_mask(scores.shape[-1], scores.device)[0, 0], -torch.inf) / math.sqrt(d_k), dim=-1)
    place = KEPT.get(result.shape)
    if place is None or (place.dtype, place.device) != (result.dtype, result.device):
        place = torch.empty_like(result)
    KEPT[result.shape] = place.detach().copy_(result)
    return KEPT[result.shape]

# %% seeds | wrong | state | robustness | mistake: generator-seeded
# seeds the generator
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    torch.manual_seed(0)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)

# %% clipped | wrong | values | core | mistake: scores-clamped
# scores are clipped to ±2
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).clamp(-2, 2).masked_fill(later, -torch.inf), dim=-1)

# %% rounded | wrong | values | core | mistake: weights-rounded
# rounds to two decimals
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1).round(decimals=2)

# %% other_name | wrong | vocabulary | robustness | mistake: argument-names
# the second parameter has another name
import math


def masked_softmax(scores: Tensor, dim: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(dim)).masked_fill(later, -torch.inf), dim=-1)
