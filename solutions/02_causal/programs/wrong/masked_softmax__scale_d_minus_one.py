# wrong: the root of d_k - 1 | family: scale | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.sqrt(d_k - 1 + 1e-9), dim=-1)
