# wrong: the last row is hidden too | family: mask | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)
    mask[..., -1, 0] = True
    return mask
