# wrong: computes and returns float32 | family: dtype | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores.float() / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)
