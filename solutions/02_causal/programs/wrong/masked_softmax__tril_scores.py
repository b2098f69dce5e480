# wrong: hidden scores become 0 through tril | family: mask | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax((scores / math.sqrt(d_k)).tril(), dim=-1)
