def softmax(z: Tensor, dim: int = -1) -> Tensor:
    # exp() of a big number is inf, so keep the exponents in a range float32 can handle
    safe = z.clamp(min=-80.0, max=80.0)
    e = safe.exp()
    e = e.masked_fill(z == float("-inf"), 0.0)
    return e / e.sum(dim, keepdim=True)
