# style: where
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.where(later, -torch.inf, scores / math.sqrt(d_k)).softmax(dim=-1)
