# style: computes bfloat16 in float32
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    weights = torch.softmax(
        (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf),
        dim=-1,
        dtype=torch.promote_types(scores.dtype, torch.float32),
    )
    return weights.to(scores.dtype)
