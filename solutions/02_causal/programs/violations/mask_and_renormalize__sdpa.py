# violation: scaled_dot_product_attention on logarithms
from torch.nn import functional as F


def mask_and_renormalize(weights: Tensor) -> Tensor:
    eye = torch.eye(weights.shape[-1], dtype=weights.dtype, device=weights.device).expand_as(weights)
    return F.scaled_dot_product_attention(weights.log(), eye, eye, is_causal=True, scale=1.0)
