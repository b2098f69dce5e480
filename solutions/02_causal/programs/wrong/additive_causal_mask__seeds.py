# wrong: seeds the generator | family: state | level: robustness
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    torch.manual_seed(0)
    return torch.full((T, T), -torch.inf, device=device).triu(1)
