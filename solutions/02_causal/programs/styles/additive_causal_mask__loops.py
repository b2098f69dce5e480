# style: two loops
import math


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros((T, T), dtype=torch.float32)
    for i in range(T):
        for j in range(T):
            if j > i:
                mask[i][j] = -math.inf
    return mask.to(device)
