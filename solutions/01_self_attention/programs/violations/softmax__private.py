# violation: the private name
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch._softmax(z, dim, False)
