# violation: exp(z - logsumexp(z))
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(z - torch.logsumexp(z, dim, keepdim=True))
