# violation: torch.softmax
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.softmax(z, dim)
