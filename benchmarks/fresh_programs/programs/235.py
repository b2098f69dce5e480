def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    biggest, _ = rows.max(dim=-1, keepdim=True)
    e = torch.exp(rows - biggest)
    return e / e.sum(dim=-1, keepdim=True)
