def softmax(z: Tensor, dim: int = -1) -> Tensor:
    # numerically stable version: shift by the maximum so that exp never overflows
    z_shifted = z - z.max()
    numerator = z_shifted.exp()
    denominator = numerator.sum(dim=dim, keepdim=True)
    return numerator.div(denominator)
