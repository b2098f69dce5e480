def uniform_causal_weights(T):
    weights = torch.zeros(T, T)
    for i in range(T):
        weights[i, : i + 1] = 1 / T
    return weights
