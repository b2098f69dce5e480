# style: exponentials with a detached maximum
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)

    scaled = scores.masked_fill(later, -torch.inf) / math.sqrt(d_k)
    parts = (scaled - scaled.max(dim=-1, keepdim=True).values.detach()).exp()
    return parts / parts.sum(dim=-1, keepdim=True)
