# wrong: softmax on the weights | family: normalisation | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return torch.softmax(weights, -1) @ values
