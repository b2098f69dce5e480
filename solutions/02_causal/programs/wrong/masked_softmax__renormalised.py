# wrong: masks after the softmax: nothing is left where hidden scores are large | family: stability | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    cut = torch.softmax(scores / math.sqrt(d_k), dim=-1).tril()
    return cut / cut.sum(-1, keepdim=True)
