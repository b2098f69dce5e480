# wrong: the rows do not sum to 1 | family: normalisation | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.full((T, T), 1 / T).tril()
