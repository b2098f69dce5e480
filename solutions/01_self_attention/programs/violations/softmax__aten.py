# violation: the operator itself
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.ops.aten._softmax(z, dim, False)
