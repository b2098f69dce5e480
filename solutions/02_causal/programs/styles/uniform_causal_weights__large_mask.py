# style: a mask of -1e9
def uniform_causal_weights(T: int) -> Tensor:
    return torch.softmax(torch.ones(T, T).triu(1) * -1e9, dim=1)
