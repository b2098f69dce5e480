# style: a numpy scalar
import numpy as np


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax((scores / np.sqrt(d_k)).masked_fill(later, -np.inf), dim=-1)
