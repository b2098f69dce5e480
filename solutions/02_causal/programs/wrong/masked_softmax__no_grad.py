# wrong: without gradients | family: autograd | level: core
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    with torch.no_grad():
        return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)
