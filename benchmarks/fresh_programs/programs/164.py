def softmax(z: Tensor, dim: int = -1) -> Tensor:
    # shift by the largest entry, so that exp cannot overflow
    biggest = torch.amax(z, -1, keepdim=True)
    powers = (z - biggest).exp()
    return powers / powers.sum(dim, keepdim=True)
