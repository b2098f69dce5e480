# style: in-place steps on a copy
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = z - z.amax(dim, keepdim=True)
    e = e.exp_()
    return e / e.sum(dim, keepdim=True)
