import numpy as np


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    m = np.zeros((T, T))
    m[np.triu_indices(T, k=1)] = -np.inf
    return torch.from_numpy(m).to(device)
