def softmax(z: Tensor, dim: int = -1) -> Tensor:
    # shift so that exp never sees anything positive
    shift = z.max()
    powers = (z - shift).exp()
    total = powers.sum(dim, keepdim=True)
    return powers / total
