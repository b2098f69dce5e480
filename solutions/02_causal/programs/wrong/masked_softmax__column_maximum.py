# wrong: subtracts the maximum of the column | family: stability | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scaled = scores / math.sqrt(d_k)
    parts = torch.exp((scaled - scaled.amax(-2, keepdim=True)).masked_fill(later, -torch.inf))
    return parts / parts.sum(-1, keepdim=True)
