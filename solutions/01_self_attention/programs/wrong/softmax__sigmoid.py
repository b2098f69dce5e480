# wrong: sigmoids over their sum | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.sigmoid(z)
    return e / e.sum(dim, keepdim=True)
