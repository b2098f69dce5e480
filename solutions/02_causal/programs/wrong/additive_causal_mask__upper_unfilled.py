# wrong: zeros are taken for granted in new memory | family: unfilled | level: core
def additive_causal_mask(T: int, device: torch.device | None = None) -> Tensor:
    mask = torch.empty(T, T, device=device)
    mask[torch.ones(T, T, dtype=torch.bool, device=device).triu(1)] = -torch.inf
    return mask
