# wrong: seeds the generator | family: state | level: robustness
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    torch.manual_seed(0)
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)
