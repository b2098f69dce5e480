def softmax(z: Tensor, dim: int = -1) -> Tensor:
    # shift by the biggest entry of each slice so that exp cannot overflow
    m = torch.max(z, dim=dim, keepdim=True)
    e = (z - m).exp()
    total = e.sum(dim=dim, keepdim=True)
    return e / total
