# wrong: draws random numbers | family: state | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scores = scores + 0 * torch.rand_like(scores)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)
