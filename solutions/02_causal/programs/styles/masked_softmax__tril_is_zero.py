# style: where the lower triangle is zero
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.size(-1)
    tril = torch.tril(torch.ones(T, T, device=scores.device))
    return torch.softmax((scores * (1.0 / math.sqrt(d_k))).masked_fill(tril == 0, float("-inf")), dim=-1)
