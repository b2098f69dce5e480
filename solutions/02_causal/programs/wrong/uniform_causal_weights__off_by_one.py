# wrong: divided by one too much | family: normalisation | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril() / torch.arange(2, T + 2)[:, None]
