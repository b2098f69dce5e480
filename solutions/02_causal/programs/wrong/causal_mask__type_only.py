# wrong: takes strings only | family: device | level: robustness
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device.lower() if device else None).triu(1)
