# style: nn.Softmax
import math


def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return nn.Softmax(dim=-1)(scores / math.sqrt(d_k))
