# allowed: an import that is not used
from torch.nn import Transformer  # noqa: F401


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)
