# style: computed in float64 and cast back
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    exact = z.double()
    e = torch.exp(exact - exact.amax(dim, keepdim=True))
    return (e / e.sum(dim, keepdim=True)).to(z.dtype)
