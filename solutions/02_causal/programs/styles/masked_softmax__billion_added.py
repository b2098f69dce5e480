# style: -1e9 is added
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores / math.sqrt(d_k) + later.to(scores.dtype) * -1e9, dim=-1)
