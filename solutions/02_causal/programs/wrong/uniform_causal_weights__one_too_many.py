# wrong: one token of the future | family: mask | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).tril(1) / torch.ones(T, T).tril(1).sum(-1, keepdim=True)
