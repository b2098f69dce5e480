# wrong: columns sum to 1 | family: axis | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril() / torch.ones(T, T).tril().sum(0)
