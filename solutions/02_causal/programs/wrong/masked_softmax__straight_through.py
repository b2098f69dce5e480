# wrong: a gradient of its own | family: autograd | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    weights = torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)
    return weights.detach() + scores.tril() - scores.tril().detach()
