# wrong: -1e4 is added to hidden scores | family: stability | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores - 1e4 * later) / math.sqrt(d_k), dim=-1)
