# wrong: masked_fill_ on the given scores | family: state | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scores.masked_fill_(later, -torch.inf)
    return torch.softmax(scores / math.sqrt(d_k), dim=-1)
