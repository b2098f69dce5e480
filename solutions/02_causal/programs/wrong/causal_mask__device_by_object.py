# wrong: knows a device by an object only | family: device | level: robustness
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    place = device if isinstance(device, torch.device) else "cpu"
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=place).triu(1)
