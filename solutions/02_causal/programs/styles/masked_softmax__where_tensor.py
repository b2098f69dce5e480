# style: where with a tensor
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(
        torch.where(later, torch.tensor(float("-inf"), dtype=scores.dtype), scores) / math.sqrt(d_k), dim=-1
    )
