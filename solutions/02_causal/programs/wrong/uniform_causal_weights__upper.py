# wrong: each token sees the later ones | family: mask | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.ones(T, T).triu() / torch.ones(T, T).triu().sum(-1, keepdim=True)
