# wrong: a token does not see itself | family: mask | level: core
def uniform_causal_weights(T: int) -> Tensor:
    lower = torch.ones(T, T).tril(-1)
    return lower / lower.sum(-1, keepdim=True).clamp(min=1)
