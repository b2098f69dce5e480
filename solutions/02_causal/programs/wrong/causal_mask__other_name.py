# wrong: the first parameter has another name | family: vocabulary | level: robustness
def causal_mask(size: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, size, size, dtype=torch.bool, device=device).triu(1)
