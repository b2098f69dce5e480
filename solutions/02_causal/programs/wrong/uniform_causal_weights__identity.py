# wrong: each token sees only itself | family: mask | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.eye(T)
