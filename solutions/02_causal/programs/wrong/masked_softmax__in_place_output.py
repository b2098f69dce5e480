# wrong: in place on the output of the softmax | family: autograd | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    weights = torch.softmax(scores / math.sqrt(d_k), dim=-1)
    weights.masked_fill_(later, 0.0)
    return weights / weights.sum(-1, keepdim=True)
