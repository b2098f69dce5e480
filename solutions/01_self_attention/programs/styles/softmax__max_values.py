# style: max(...).values
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = (z - z.max(dim=dim, keepdim=True).values).exp()
    return e.div(e.sum(dim=dim, keepdim=True))
