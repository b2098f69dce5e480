# wrong: hidden scores become -5 | family: mask | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.softmax(-5 * torch.ones(T, T).triu(1), -1)
