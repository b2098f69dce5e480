# style: the maximum detached
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.detach().amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
