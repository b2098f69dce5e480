# wrong: the mask of four dimensions makes the result as large | family: shape | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(
        (scores / math.sqrt(d_k)).masked_fill(causal_mask(scores.shape[-1], scores.device), -torch.inf), dim=-1
    )
