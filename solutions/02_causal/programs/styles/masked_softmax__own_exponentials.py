# style: exponentials and sums
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)

    scaled = (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf)
    parts = torch.exp(scaled - scaled.amax(-1, keepdim=True))
    return parts / parts.sum(-1, keepdim=True)
