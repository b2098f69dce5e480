# style: a cache that knows length and device
import functools


@functools.lru_cache
def _mask(T: int, device: str) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return _mask(T, str(device or "cpu"))
