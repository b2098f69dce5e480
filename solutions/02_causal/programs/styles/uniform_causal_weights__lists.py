# style: from lists
def uniform_causal_weights(T: int) -> Tensor:
    return torch.tensor([[1 / (i + 1) if j <= i else 0.0 for j in range(T)] for i in range(T)])
