# wrong: scales the mask instead of the scores | family: scale | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores + torch.full_like(scores, -torch.inf).triu(1) / math.sqrt(d_k), dim=-1)
