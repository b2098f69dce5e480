# wrong: adds a float32 mask | family: dtype | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores + additive_causal_mask(scores.shape[-1], scores.device)) / math.sqrt(d_k), dim=-1)
