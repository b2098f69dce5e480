# wrong: a triangle along the other diagonal | family: mask | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, dtype=torch.bool, device=device).triu(1).flip(-1)[None, None]
