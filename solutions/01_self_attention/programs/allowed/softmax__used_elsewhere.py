# allowed: a demonstration elsewhere in the file
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


def compare(z: Tensor) -> Tensor:
    return (softmax(z) - torch.softmax(z, -1)).abs().max()
