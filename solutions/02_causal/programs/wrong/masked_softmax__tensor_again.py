# wrong: a new tensor around the result | family: autograd | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.tensor(
        torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1).tolist(), dtype=scores.dtype
    )
