# style: dimension moved to the end and back
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    e = torch.exp(rows - rows.amax(-1)[..., None])
    return (e / e.sum(-1)[..., None]).movedim(-1, dim)
