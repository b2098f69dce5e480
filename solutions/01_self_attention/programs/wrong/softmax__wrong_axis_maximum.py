# wrong: the maximum of another dimension | family: stability | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax((dim - 1) % z.dim(), keepdim=True).detach().amax())
    return e / e.sum(dim, keepdim=True)
