# wrong: the whole matrix sums to 1 | family: normalisation | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril() / torch.ones(T, T).tril().sum()
