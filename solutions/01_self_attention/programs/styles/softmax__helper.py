# style: a helper of its own
def _powers(z: Tensor, dim: int) -> Tensor:
    return torch.exp(torch.sub(z, torch.amax(z, dim=dim, keepdim=True)))


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = _powers(z, dim)
    return e / e.sum(dim=dim, keepdim=True)
