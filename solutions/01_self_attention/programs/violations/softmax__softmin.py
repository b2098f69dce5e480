# violation: softmin of the negative
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return nn.functional.softmin(-z, dim=dim)
