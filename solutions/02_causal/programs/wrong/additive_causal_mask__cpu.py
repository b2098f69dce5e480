# wrong: ignores the device | family: device | level: robustness
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((T, T), -torch.inf).triu(1)
