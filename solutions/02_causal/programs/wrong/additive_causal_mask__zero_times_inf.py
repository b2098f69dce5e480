# wrong: 0 times inf is NaN | family: mask | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, device=device).triu(1) * -torch.inf
