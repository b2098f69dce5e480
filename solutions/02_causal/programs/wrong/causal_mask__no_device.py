# wrong: has no device | family: device | level: robustness
def causal_mask(T: int) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool).triu(1)
