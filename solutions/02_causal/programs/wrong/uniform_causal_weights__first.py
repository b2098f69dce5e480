# wrong: all weight on the first token | family: mask | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.zeros(T, T).index_fill(1, torch.tensor([0]), 1.0)
