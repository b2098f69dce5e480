# wrong: hides at random | family: mask | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return (torch.rand(1, 1, T, T, device=device) > 0.5).triu(1)
