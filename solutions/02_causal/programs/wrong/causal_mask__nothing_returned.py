# wrong: the mask is not returned | family: values | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.ones(T, T, dtype=torch.bool, device=device).triu(1)
    mask[None, None]
