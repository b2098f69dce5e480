# wrong: nothing is hidden | family: mask | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.zeros(1, 1, T, T, dtype=torch.bool, device=device)
