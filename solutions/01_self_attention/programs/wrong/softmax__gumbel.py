# wrong: noise is added | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    noise = -torch.log(-torch.log(torch.rand_like(z)))
    e = torch.exp(z + 0.1 * noise - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
