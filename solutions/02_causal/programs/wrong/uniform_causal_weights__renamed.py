# wrong: another name for T | family: formula | level: robustness
def uniform_causal_weights(length: int) -> Tensor:
    return torch.ones(length, length).tril() / torch.arange(1, length + 1)[:, None]
