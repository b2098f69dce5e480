def softmax(z: Tensor, dim: int = -1) -> Tensor:
    """Stable softmax: shift first, so that exp never sees a positive number."""
    shift = z.detach().max()
    e = (z - shift).exp()
    total = e.sum(dim)
    return e / total.unsqueeze(dim)
