# wrong: divided with // in whole numbers | family: dtype | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T, dtype=torch.int64).tril() // torch.arange(1, T + 1)[:, None]
