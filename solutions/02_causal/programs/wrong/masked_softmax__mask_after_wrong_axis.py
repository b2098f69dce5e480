# wrong: renormalised along the columns | family: normalisation | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    cut = torch.softmax(scores / math.sqrt(d_k), dim=-1).tril()
    return cut / cut.sum(-2, keepdim=True)
