# wrong: ignores dim | family: axis | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    powers = torch.exp(z - z.amax(-1, keepdim=True))
    return powers / powers.sum(-1, keepdim=True)
