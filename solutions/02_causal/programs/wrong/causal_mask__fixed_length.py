# wrong: cut from a mask of eight tokens | family: shape | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, 8, 8, dtype=torch.bool, device=device).triu(1)[:, :, :T, :T]
