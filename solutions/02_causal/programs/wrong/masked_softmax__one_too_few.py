# wrong: the next token is still seen | family: mask | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(torch.ones_like(later).triu(2), -torch.inf), dim=-1)
