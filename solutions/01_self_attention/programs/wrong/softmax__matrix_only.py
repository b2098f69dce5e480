# wrong: works for matrices only | family: axis | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    if dim in (1, -1):
        e = torch.exp(z - z.max(1, keepdim=True).values)
        return e / e.sum(1, keepdim=True)
    e = torch.exp(z - z.max(0, keepdim=True).values)
    return e / e.sum(0, keepdim=True)
