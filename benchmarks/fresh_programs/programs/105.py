def softmax(z: Tensor, dim: int = -1) -> Tensor:
    biggest = z.amax(-1, keepdim=True)
    e = torch.exp(z - biggest)
    total = e.sum(dim=dim, keepdim=True)
    return e / total
