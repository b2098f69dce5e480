# wrong: divided by the sum over all keys | family: normalisation | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    parts = torch.exp(scores / math.sqrt(d_k))
    return parts.tril() / parts.sum(-1, keepdim=True)
