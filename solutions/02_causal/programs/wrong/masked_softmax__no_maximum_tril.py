# wrong: exp, tril, divided by the sum | family: stability | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    parts = torch.exp(scores / math.sqrt(d_k)).tril()
    return parts / parts.sum(-1, keepdim=True)
