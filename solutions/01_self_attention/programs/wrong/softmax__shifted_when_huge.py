# wrong: subtracts the maximum only where an entry is above a thousand | family: stability | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    if z.abs().max() > 1000:
        z = z - z.amax(dim=dim, keepdim=True)
    e = torch.exp(z)
    return e / e.sum(dim=dim, keepdim=True)
