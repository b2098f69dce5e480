# wrong: draws random numbers | family: state | level: robustness
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return (torch.rand(1, 1, T, T, device=device) > -1.0).triu(1)
