# style: positions compared
def uniform_causal_weights(T: int) -> Tensor:
    place = torch.arange(T, dtype=torch.float64)
    return (place[:, None] >= place[None, :]) / (place[:, None] + 1)
