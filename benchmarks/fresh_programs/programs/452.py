def softmax(z: Tensor, dim: int = -1) -> Tensor:
    """Shift every slice so exp cannot overflow, then normalise."""
    rows = z.movedim(dim, -1)
    biggest, _ = rows.abs().max(dim=-1, keepdim=True)
    e = (rows - biggest).exp()
    total = e.sum(-1, keepdim=True)
    return (e / total).movedim(-1, dim)
