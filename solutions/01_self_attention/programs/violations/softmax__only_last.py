# violation: only for the last dimension
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    if dim in (-1, z.dim() - 1):
        return torch.softmax(z, dim)
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
