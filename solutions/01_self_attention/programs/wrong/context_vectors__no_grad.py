# wrong: without gradients | family: autograd | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    with torch.no_grad():
        return weights @ values
