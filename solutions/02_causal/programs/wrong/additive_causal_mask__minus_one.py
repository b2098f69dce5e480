# wrong: -1 instead of -inf | family: mask | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return -torch.ones(T, T, device=device).triu(1)
