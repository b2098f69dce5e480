# style: a temperature with a default
def softmax(z: Tensor, dim: int = -1, temperature: float = 1.0) -> Tensor:
    m = z.amax(dim, keepdim=True)
    e = torch.exp((z - m) / temperature)
    return e / e.sum(dim, keepdim=True)
