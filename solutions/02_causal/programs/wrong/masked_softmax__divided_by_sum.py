# wrong: divides scores by their sum | family: normalisation | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    scaled = (scores / math.sqrt(d_k)).tril()
    return scaled / scaled.sum(-1, keepdim=True)
