# wrong: works in place on the input | family: state | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    with torch.no_grad():
        z -= z.amax(dim, keepdim=True)
    e = torch.exp(z)
    return e / e.sum(dim, keepdim=True)
