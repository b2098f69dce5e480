# violation: the private kernel
import math

from torch.nn import functional as F


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    eye = torch.eye(scores.shape[-1], dtype=scores.dtype, device=scores.device).expand_as(scores)
    return torch.ops.aten._scaled_dot_product_attention_math(scores, eye, eye, None, 0.0, True, scale=1 / math.sqrt(d_k))[0]
