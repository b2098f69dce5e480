# wrong: softmax of zeros and ones | family: mask | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.softmax(torch.ones(T, T).tril(), -1)
