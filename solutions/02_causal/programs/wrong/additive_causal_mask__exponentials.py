# wrong: 1 and 0: what a softmax would make of it | family: values | level: core
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(T, T, device=device).tril()
