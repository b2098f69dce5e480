# wrong: shape (1, T, T) | family: shape | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((1, T, T), -torch.inf, device=device).triu(1)
