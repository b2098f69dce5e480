# Wrong and right programs of masked_softmax; docs/reference/programs.md describes the form.

# %% getattr | not allowed
# through getattr
import math

from torch.nn import functional as F


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    eye = torch.eye(scores.shape[-1], dtype=scores.dtype, device=scores.device).expand_as(scores)
    call = getattr(F, "_".join(["scaled", "dot", "product", "attention"]))
    return call(scores, eye, eye, is_causal=True, scale=1 / math.sqrt(d_k))

# %% private | not allowed
# the private kernel
import math

from torch.nn import functional as F


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    eye = torch.eye(scores.shape[-1], dtype=scores.dtype, device=scores.device).expand_as(scores)
    return torch.ops.aten._scaled_dot_product_attention_math(scores, eye, eye, None, 0.0, True, scale=1 / math.sqrt(d_k))[0]

# %% sdpa | not allowed
# scaled_dot_product_attention with identities
import math

from torch.nn import functional as F


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    eye = torch.eye(scores.shape[-1], dtype=scores.dtype, device=scores.device).expand_as(scores)
    return F.scaled_dot_product_attention(scores, eye, eye, is_causal=True, scale=1 / math.sqrt(d_k))

# %% sdpa_mask | not allowed
# scaled_dot_product_attention with an additive mask
import math

from torch.nn import functional as F


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    eye = torch.eye(scores.shape[-1], dtype=scores.dtype, device=scores.device).expand_as(scores)
    mask = torch.full_like(scores, -torch.inf).triu(1)
    return F.scaled_dot_product_attention(scores, eye, eye, attn_mask=mask, scale=1 / math.sqrt(d_k))
