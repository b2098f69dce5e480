# wrong: nothing is hidden | family: mask | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.zeros(T, T, device=device)
