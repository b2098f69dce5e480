# wrong: the log of the other triangle | family: mask | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.log(torch.triu(torch.ones(T, T, device=device)))
