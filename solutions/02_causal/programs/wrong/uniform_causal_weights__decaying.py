# wrong: half for the last token, a quarter for the one before, and so on | family: normalisation | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return torch.tensor([[2.0 ** (j - i) if j <= i else 0.0 for j in range(T)] for i in range(T)])
