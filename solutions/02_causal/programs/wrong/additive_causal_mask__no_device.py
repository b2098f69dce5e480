# wrong: has no device | family: device | level: robustness
def additive_causal_mask(T: int) -> Tensor:
    return torch.full((T, T), -torch.inf).triu(1)
