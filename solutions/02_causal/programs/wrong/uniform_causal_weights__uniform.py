# wrong: the mask forgotten | family: mask | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.full((T, T), 1 / T)
