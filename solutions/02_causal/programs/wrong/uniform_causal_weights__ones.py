# wrong: ones | family: normalisation | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril()
