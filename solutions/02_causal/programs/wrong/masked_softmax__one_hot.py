# wrong: all weight goes to the largest score | family: normalisation | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    best = (scores / math.sqrt(d_k)).masked_fill(later, -torch.inf).argmax(-1)
    return nn.functional.one_hot(best, scores.shape[-1]).to(scores.dtype)
