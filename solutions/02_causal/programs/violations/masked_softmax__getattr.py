# violation: through getattr
import math

from torch.nn import functional as F


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    eye = torch.eye(scores.shape[-1], dtype=scores.dtype, device=scores.device).expand_as(scores)
    call = getattr(F, "_".join(["scaled", "dot", "product", "attention"]))
    return call(scores, eye, eye, is_causal=True, scale=1 / math.sqrt(d_k))
