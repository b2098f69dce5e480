# wrong: divided by the root of the number of tokens | family: scale | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -torch.inf) / math.sqrt(scores.shape[-1]), dim=-1)
