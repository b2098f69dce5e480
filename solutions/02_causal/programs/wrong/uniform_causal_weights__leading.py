# wrong: leading axes too many | family: shape | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return (torch.ones(T, T).tril() / torch.arange(1, T + 1)[:, None])[None, None]
