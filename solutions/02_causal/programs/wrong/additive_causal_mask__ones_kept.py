# wrong: 1 where the key may be seen | family: values | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, device=device).masked_fill(torch.ones(T, T, device=device).triu(1) == 1, -torch.inf)
