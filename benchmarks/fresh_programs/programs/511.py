def softmax(z: Tensor, dim: int = -1) -> Tensor:
    # subtract the max first so exp() cannot overflow
    z_safe = z - z.max()
    num = z_safe.exp()
    den = torch.sum(num, dim, keepdim=True)
    return torch.div(num, den)
