# wrong: bool instead of numbers | family: dtype | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, dtype=torch.bool, device=device).triu(1)
