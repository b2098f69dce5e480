# Wrong and right programs of masked_softmax; docs/reference/programs.md describes the form.

# %% additive | right
# adds the additive mask
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(
        (scores + additive_causal_mask(scores.shape[-1], scores.device).to(scores.dtype)) / math.sqrt(d_k), dim=-1
    )

# %% additive_triu | right
# adds -inf above the diagonal
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / math.sqrt(d_k) + torch.full_like(scores, float("-inf")).triu(1), dim=-1)

# %% billion | right
# -1e9 in place of -inf
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -1e9), dim=-1)

# %% billion_added | right
# -1e9 is added
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores / math.sqrt(d_k) + later.to(scores.dtype) * -1e9, dim=-1)

# %% clone_in_place | right
# in place on a copy
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)

    masked = scores.clone()
    masked[..., later] = float("-inf")
    return nn.functional.softmax(masked / math.sqrt(d_k), dim=-1)

# %% detached_maximum | right
# exponentials with a detached maximum
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)

    scaled = scores.masked_fill(later, -torch.inf) / math.sqrt(d_k)
    parts = (scaled - scaled.max(dim=-1, keepdim=True).values.detach()).exp()
    return parts / parts.sum(dim=-1, keepdim=True)

# %% filled_rows | right
# rows put into zeros
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    weights = torch.zeros_like(scores)
    for i in range(scores.shape[-1]):
        weights[..., i, : i + 1] = torch.softmax(scores[..., i, : i + 1] / math.sqrt(d_k), dim=-1)
    return weights

# %% float_d_k | right
# d_k as a float
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    d_k = float(d_k)
    return (scores.masked_fill(later, -torch.inf) / d_k**0.5).softmax(-1)

# %% log_softmax | right
# exp of log_softmax
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.log_softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1).exp()

# %% logsumexp | right
# exp of a difference to logsumexp
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)

    scaled = (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf)
    return torch.exp(scaled - torch.logsumexp(scaled, dim=-1, keepdim=True))

# %% masked_fill | right
# masked_fill, then divided
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, float("-inf")) / d_k**0.5, dim=-1)

# %% module | right
# nn.Softmax
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return nn.Softmax(dim=-1)(scores.masked_fill(later, -torch.inf).div(math.sqrt(d_k)))

# %% nan_to_num | right
# nan_to_num at the end
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1).nan_to_num(0.0)

# %% negative_power | right
# times a negative power
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores * d_k**-0.5).masked_fill(later, -torch.inf), dim=-1)

# %% numpy_root | right
# numpy for the root
import numpy as np


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / float(np.sqrt(d_k))).masked_fill(later, -torch.inf), dim=-1)

# %% numpy_scalar | right
# a numpy scalar
import numpy as np


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / np.sqrt(d_k)).masked_fill(later, -np.inf), dim=-1)

# %% own_exponentials | right
# exponentials and sums
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)

    scaled = (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf)
    parts = torch.exp(scaled - scaled.amax(-1, keepdim=True))
    return parts / parts.sum(-1, keepdim=True)

# %% own_mask | right
# the own causal_mask, squeezed
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(
        scores.masked_fill(causal_mask(scores.size(-1), device=scores.device).squeeze(0).squeeze(0), -torch.inf)
        / d_k**0.5,
        dim=-1,
    )

# %% root_float_tensor | right
# the root as a float tensor
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / torch.tensor(float(d_k)).sqrt()).masked_fill(later, -torch.inf), dim=-1)

# %% root_tensor | right
# the root as a tensor
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / torch.sqrt(torch.tensor(d_k))).masked_fill(later, -torch.inf), dim=-1)

# %% rows | right
# row by row
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.shape[-1]
    rows = [torch.softmax(scores[..., i, : i + 1] / math.sqrt(d_k), dim=-1) for i in range(T)]
    return torch.stack([nn.functional.pad(row, (0, T - row.shape[-1])) for row in rows], dim=-2)

# %% scaled_first | right
# scaled first
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -math.inf), dim=-1)

# %% smallest | right
# the smallest number of the dtype
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, torch.finfo(scores.dtype).min), dim=-1)

# %% softmax_then_zero | right
# zeros once more after the softmax
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1).masked_fill(later, 0)

# %% tril_is_zero | right
# where the lower triangle is zero
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.size(-1)
    tril = torch.tril(torch.ones(T, T, device=scores.device))
    return torch.softmax((scores * (1.0 / math.sqrt(d_k))).masked_fill(tril == 0, float("-inf")), dim=-1)

# %% upcast | right
# the softmax in float32, cast back
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1, dtype=torch.float32).to(
        scores.dtype
    )

# %% viewed | right
# all matrices in one batch
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    T = scores.shape[-1]
    flat = scores.reshape(-1, T, T).masked_fill(later, -torch.inf)
    return torch.softmax(flat / math.sqrt(d_k), dim=2).reshape(scores.shape)

# %% where | right
# where
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.where(later, -torch.inf, scores / math.sqrt(d_k)).softmax(dim=-1)

# %% where_tensor | right
# where with a tensor
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(
        torch.where(later, torch.tensor(float("-inf"), dtype=scores.dtype), scores) / math.sqrt(d_k), dim=-1
    )

# %% wide_inside | right
# computes bfloat16 in float32
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    weights = torch.softmax(
        (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf),
        dim=-1,
        dtype=torch.promote_types(scores.dtype, torch.float32),
    )
    return weights.to(scores.dtype)

# %% mentioned | allowed
# the name in a comment and a string
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    # not scaled_dot_product_attention
    note = "F.scaled_dot_product_attention"
    return torch.softmax(scores.masked_fill(later, -torch.inf) / d_k**0.5, dim=-1 if note else 0)

# %% own_name | allowed
# an own function of that name
def scaled_dot_product_attention(scores, d_k):
    return torch.softmax(scores / d_k**0.5, dim=-1)


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return scaled_dot_product_attention(scores.masked_fill(later, -torch.inf), d_k)

# %% ready_mask | allowed
# the ready-made mask, which is asked for elsewhere
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    mask = nn.Transformer.generate_square_subsequent_mask(scores.shape[-1], device=scores.device, dtype=scores.dtype)
    return torch.softmax(scores / d_k**0.5 + mask, dim=-1)

# %% softmax | allowed
# the softmax of the library
def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return nn.functional.softmax(scores.masked_fill(later, -torch.inf) / d_k**0.5, dim=-1)
