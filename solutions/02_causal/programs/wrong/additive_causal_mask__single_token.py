# wrong: wrong for a single token | family: mask | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, device=device).triu(1 if T > 1 else 0)
