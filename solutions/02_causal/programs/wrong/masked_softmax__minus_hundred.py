# wrong: hidden scores become -100 | family: mask | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(later, -100.0) / math.sqrt(d_k), dim=-1)
