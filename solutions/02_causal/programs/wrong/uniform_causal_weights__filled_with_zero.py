# wrong: filled with 0 before softmax | family: mask | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.softmax(torch.full((T, T), 2.0).tril(), -1)
