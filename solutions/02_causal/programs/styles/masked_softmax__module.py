# style: nn.Softmax
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return nn.Softmax(dim=-1)(scores.masked_fill(later, -torch.inf).div(math.sqrt(d_k)))
