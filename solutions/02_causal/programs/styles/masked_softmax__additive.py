# style: adds the additive mask
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(
        (scores + additive_causal_mask(scores.shape[-1], scores.device).to(scores.dtype)) / math.sqrt(d_k), dim=-1
    )
