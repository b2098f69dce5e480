# style: row by row
import math


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.shape[-1]
    rows = [torch.softmax(scores[..., i, : i + 1] / math.sqrt(d_k), dim=-1) for i in range(T)]
    return torch.stack([nn.functional.pad(row, (0, T - row.shape[-1])) for row in rows], dim=-2)
