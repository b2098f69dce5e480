# wrong: only the visible weights are written | family: unfilled | level: core
def uniform_causal_weights(T: int) -> Tensor:
    weights = torch.empty(T, T)
    for i in range(T):
        weights[i, : i + 1] = 1 / (i + 1)
    return weights
