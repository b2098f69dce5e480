def softmax(z: Tensor, dim: int = -1) -> Tensor:
    # work on the last axis, that is easier to think about
    rows = z.transpose(dim, -1)
    m, _ = torch.max(rows, dim=-1, keepdim=True)
    e = (rows - m).exp()
    total = e.sum(-1, keepdim=True)
    shares = e / total
    return shares
