# style: all matrices in one batch
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    T = scores.shape[-1]
    flat = scores.reshape(-1, T, T).masked_fill(later, -torch.inf)
    return torch.softmax(flat / math.sqrt(d_k), dim=2).reshape(scores.shape)
