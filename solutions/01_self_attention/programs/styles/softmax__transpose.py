# style: dimension transposed to the end and back
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.transpose(dim, -1)
    e = torch.exp(rows - rows.amax(-1, keepdim=True))
    return (e / e.sum(-1, keepdim=True)).transpose(dim, -1)
