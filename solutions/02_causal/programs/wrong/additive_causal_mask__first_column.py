# wrong: hides the first key too | family: mask | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.full((T, T), -torch.inf, device=device).triu(1)
    mask[1:, 0] = -torch.inf
    return mask
