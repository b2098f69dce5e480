# wrong: computed in bfloat16 | family: dtype | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp((z - z.amax(dim, keepdim=True)).bfloat16())
    return (e / e.sum(dim, keepdim=True)).to(z.dtype)
