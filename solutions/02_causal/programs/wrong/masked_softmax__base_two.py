# wrong: powers of two instead of exp | family: normalisation | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    parts = torch.exp2((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf))
    return parts / parts.sum(-1, keepdim=True)
