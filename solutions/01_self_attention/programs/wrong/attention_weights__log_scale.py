# wrong: divided by log(d_k) | family: scale | level: core
import math


def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / math.log(d_k + 1), dim=-1)
