# wrong: needs contiguous scores | family: shape | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    T = scores.shape[-1]
    rows = scores.view(-1, T) / math.sqrt(d_k)
    return torch.softmax(rows.view(-1, T, T).masked_fill(later, -torch.inf), dim=-1).view(scores.shape)
