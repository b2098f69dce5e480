# wrong: -inf times 0 | family: mask | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.softmax(torch.ones(T, T).triu(1) * -torch.inf, -1)
