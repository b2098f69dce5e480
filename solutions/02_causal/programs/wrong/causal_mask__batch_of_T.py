# wrong: shape (1, T, T, T) | family: shape | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, T, T, T, dtype=torch.bool, device=device).triu(1)
