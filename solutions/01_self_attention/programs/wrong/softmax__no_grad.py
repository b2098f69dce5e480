# wrong: computed without gradients | family: autograd | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    with torch.no_grad():
        e = torch.exp(z - z.amax(dim, keepdim=True))
        return e / e.sum(dim, keepdim=True)
