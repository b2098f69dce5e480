# wrong: the filled mask is not kept | family: mask | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(T, T, device=device)
    mask.masked_fill(torch.ones(T, T, device=device).triu(1).bool(), -torch.inf)
    return mask
