# wrong: sets the default device | family: device | level: robustness
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    if device is not None:
        torch.set_default_device(device)
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device or "cpu").triu(1)
