# wrong: float64 | family: dtype | level: robustness
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf, dtype=torch.float64, device=device).triu(1)
