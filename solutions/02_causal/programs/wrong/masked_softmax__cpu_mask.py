# wrong: a mask on the CPU | family: device | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(
        (scores / math.sqrt(d_k)).masked_fill(torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1), -torch.inf),
        dim=-1,
    )
