# wrong: one maximum for all | family: stability | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.max())
    return e / e.sum(dim, keepdim=True)
