# wrong: keeps the first mask | family: state | level: core
import math

KEPT = []


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    if not KEPT:
        KEPT.append(torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1))
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(KEPT[0], -torch.inf), dim=-1)
