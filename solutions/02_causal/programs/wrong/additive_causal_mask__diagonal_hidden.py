# wrong: the diagonal is hidden | family: mask | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, device=device).triu()
