# wrong: the last row but one sees the last token | family: mask | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    hidden = later.clone()
    hidden[-2:, -1] = False
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(hidden, -torch.inf), dim=-1)
