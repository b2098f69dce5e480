# violation: the method logsumexp
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return (z - z.logsumexp(dim, keepdim=True)).exp()
