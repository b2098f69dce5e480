# allowed: own functions with forbidden names
def logsumexp(z: Tensor, dim: int) -> Tensor:
    m = z.amax(dim, keepdim=True)
    return m + torch.log(torch.exp(z - m).sum(dim, keepdim=True))


def log_softmax(z: Tensor, dim: int) -> Tensor:
    return z - logsumexp(z, dim)


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(log_softmax(z, dim))
