# wrong: keeps the first mask | family: state | level: core
KEPT = []


def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    if not KEPT:
        KEPT.append(torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1))
    return KEPT[0]
