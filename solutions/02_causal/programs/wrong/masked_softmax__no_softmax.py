# wrong: no softmax | family: normalisation | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return (scores / math.sqrt(d_k)).tril()
