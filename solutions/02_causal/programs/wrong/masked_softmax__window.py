# wrong: only the three tokens before are seen | family: mask | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(
        (scores / math.sqrt(d_k)).masked_fill(later | torch.ones_like(later).tril(-4), -torch.inf), dim=-1
    )
