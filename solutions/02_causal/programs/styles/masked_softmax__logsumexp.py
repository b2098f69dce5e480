# style: exp of a difference to logsumexp
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)

    scaled = (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf)
    return torch.exp(scaled - torch.logsumexp(scaled, dim=-1, keepdim=True))
