# wrong: one token too many | family: shape | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T + 1, T + 1, dtype=torch.bool, device=device).triu(1)
