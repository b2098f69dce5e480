# wrong: everything goes to the largest entry | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return (z == z.amax(dim, keepdim=True)).to(z.dtype)
