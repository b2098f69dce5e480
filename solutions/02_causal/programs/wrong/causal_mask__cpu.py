# wrong: ignores the device | family: device | level: robustness
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool).triu(1)
