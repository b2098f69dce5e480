# wrong: the result of masked_fill is not kept | family: mask | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scaled = scores / math.sqrt(d_k)
    scaled.masked_fill(later, -torch.inf)
    return torch.softmax(scaled, dim=-1)
