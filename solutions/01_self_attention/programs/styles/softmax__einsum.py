# style: einsum for the sum
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    rows = z.movedim(dim, -1)
    e = torch.exp(rows - rows.amax(-1, keepdim=True))
    return torch.einsum("...i,...->...i", e, 1 / torch.einsum("...i->...", e)).movedim(-1, dim)
