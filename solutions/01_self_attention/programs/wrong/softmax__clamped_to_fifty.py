# wrong: entries held between -50 and 50 | family: stability | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z.clamp(-50, 50))
    return e / e.sum(dim, keepdim=True)
