# wrong: scores times -inf | family: mask | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(torch.where(later, scores * -torch.inf, scores) / math.sqrt(d_k), dim=-1)
