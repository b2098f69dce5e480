# wrong: subtracts the maximum over hidden keys too | family: stability | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    scaled = scores / math.sqrt(d_k)
    parts = torch.exp(scaled - scaled.amax(-1, keepdim=True)).tril()
    return parts / parts.sum(-1, keepdim=True)
