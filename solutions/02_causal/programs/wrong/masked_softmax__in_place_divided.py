# wrong: divides the given scores in place | family: state | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scores /= math.sqrt(d_k)
    return torch.softmax(scores.masked_fill(later, -torch.inf), dim=-1)
