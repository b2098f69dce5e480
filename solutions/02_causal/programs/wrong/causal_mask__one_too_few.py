# wrong: the next token is still seen | family: mask | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(2)
