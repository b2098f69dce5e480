# wrong: keeps the first mask | family: state | level: core
KEPT = []


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    if not KEPT:
        KEPT.append(torch.full((T, T), -torch.inf, device=device).triu(1))
    return KEPT[0]
