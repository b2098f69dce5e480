# style: a list of slices
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    parts = z.unbind(dim)
    m = parts[0]
    for part in parts[1:]:
        m = torch.maximum(m, part)
    powers = [torch.exp(part - m) for part in parts]
    total = sum(powers)
    return torch.stack([power / total for power in powers], dim)
