# wrong: unpacks three dimensions | family: shape | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    B, T, _ = scores.shape
    later = torch.ones(B, T, T, dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)
