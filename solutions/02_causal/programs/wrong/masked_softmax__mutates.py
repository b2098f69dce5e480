# wrong: changes the given scores where no gradient is asked for | family: state | level: robustness
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)

    if not scores.requires_grad:
        return torch.softmax(scores.div_(math.sqrt(d_k)).masked_fill_(later, -torch.inf), dim=-1)
    return torch.softmax((scores / math.sqrt(d_k)).masked_fill(later, -torch.inf), dim=-1)
