# violation: the method of a tensor
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return z.softmax(dim)
