# wrong: the next token is still seen | family: mask | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, device=device).triu(2)
