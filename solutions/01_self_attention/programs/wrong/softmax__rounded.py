# wrong: rounded to 4 decimals | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return torch.round(e / e.sum(dim, keepdim=True), decimals=4)
