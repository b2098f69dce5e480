# wrong: masks the first matrix of a batch only | family: mask | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scaled = scores / math.sqrt(d_k)
    first = (0,) * (scores.dim() - 2)
    hidden = torch.zeros_like(scores, dtype=torch.bool)
    hidden[first] = later
    return torch.softmax(scaled.masked_fill(hidden, -torch.inf), dim=-1)
