# style: expm1 plus one
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.expm1(z - z.amax(dim, keepdim=True)) + 1
    return e / e.sum(dim, keepdim=True)
