# wrong: computes in float16 | family: dtype | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    scaled = (scores / math.sqrt(d_k)).half().masked_fill(later, -torch.inf)
    return torch.softmax(scaled, dim=-1).to(scores.dtype)
