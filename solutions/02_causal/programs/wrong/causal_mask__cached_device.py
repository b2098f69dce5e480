# wrong: remembers the mask of a length on its first device | family: state | level: robustness
KEPT = {}


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    if T not in KEPT:
        KEPT[T] = torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)
    return KEPT[T]
