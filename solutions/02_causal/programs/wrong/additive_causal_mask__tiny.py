# wrong: -1e-9 instead of -inf | family: mask | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -1e-9, device=device).triu(1)
