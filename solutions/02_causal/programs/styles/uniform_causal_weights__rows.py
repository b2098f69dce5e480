# style: row by row
def uniform_causal_weights(T: int) -> Tensor:
    weights = torch.zeros(T, T)
    for i in range(T):
        weights[i, : i + 1] = 1.0 / (i + 1)
    return weights
