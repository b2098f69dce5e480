# style: adds -inf above the diagonal
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / math.sqrt(d_k) + torch.full_like(scores, float("-inf")).triu(1), dim=-1)
