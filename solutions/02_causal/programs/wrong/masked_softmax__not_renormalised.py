# wrong: masked after the softmax, rows do not sum to 1 | family: normalisation | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / math.sqrt(d_k), dim=-1).tril()
