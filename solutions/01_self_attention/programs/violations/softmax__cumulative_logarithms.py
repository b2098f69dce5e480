# violation: the last of the running logarithms of sums
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(z - torch.logcumsumexp(z, dim).narrow(dim, z.shape[dim] - 1, 1))
