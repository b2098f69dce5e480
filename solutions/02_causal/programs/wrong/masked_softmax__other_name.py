# wrong: the second parameter has another name | family: vocabulary | level: robustness
import math


def masked_softmax(scores: Tensor, dim: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(dim)).masked_fill(later, -torch.inf), dim=-1)
