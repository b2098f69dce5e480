# style: numpy inside
import numpy as np


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.from_numpy(np.triu(np.full((T, T), -np.inf, dtype=np.float32), k=1)).to(device=device or "cpu")
