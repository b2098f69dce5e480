# wrong: one token too few | family: shape | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T - 1, T - 1), -torch.inf, device=device).triu(1)
