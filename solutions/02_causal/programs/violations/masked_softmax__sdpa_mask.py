# violation: scaled_dot_product_attention with an additive mask
import math

from torch.nn import functional as F


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    eye = torch.eye(scores.shape[-1], dtype=scores.dtype, device=scores.device).expand_as(scores)
    mask = torch.full_like(scores, -torch.inf).triu(1)
    return F.scaled_dot_product_attention(scores, eye, eye, attn_mask=mask, scale=1 / math.sqrt(d_k))
