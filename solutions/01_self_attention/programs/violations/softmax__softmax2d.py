# violation: nn.Softmax in a helper
def _helper(dim: int) -> nn.Module:
    return nn.Sequential(nn.Identity(), nn.Softmax(dim))


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return _helper(dim)(z)
