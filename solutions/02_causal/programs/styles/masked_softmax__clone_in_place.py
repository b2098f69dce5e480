# style: in place on a copy
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)

    masked = scores.clone()
    masked[..., later] = float("-inf")
    return nn.functional.softmax(masked / math.sqrt(d_k), dim=-1)
