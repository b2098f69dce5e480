# wrong: a sum without keepdim | family: axis | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril() / torch.ones(T, T).tril().sum(-1)
