# wrong: view on what may not be contiguous | family: shape | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.transpose(dim, -1)
    flat = z.view(-1)
    e = torch.exp(z - flat.view(z.shape).amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
