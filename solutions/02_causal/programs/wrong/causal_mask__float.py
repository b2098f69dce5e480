# wrong: float instead of bool | family: dtype | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, device=device).triu(1)
