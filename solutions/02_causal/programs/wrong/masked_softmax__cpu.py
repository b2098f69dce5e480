# wrong: moves to the CPU | family: device | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(
        (scores.cpu() / math.sqrt(d_k)).masked_fill(causal_mask(scores.shape[-1])[0, 0], -torch.inf), dim=-1
    )
