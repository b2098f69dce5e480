# wrong: cut from a mask of eight tokens | family: shape | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.full((8, 8), -torch.inf, device=device).triu(1)[:T, :T]
