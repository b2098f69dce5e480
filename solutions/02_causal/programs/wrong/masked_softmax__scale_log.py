# wrong: divides by the log of d_k | family: scale | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.log(d_k), dim=-1)
