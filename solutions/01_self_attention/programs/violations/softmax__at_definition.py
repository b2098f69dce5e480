# violation: taken when the file is loaded
_same = torch.Tensor.softmax


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return _same(z, dim)
