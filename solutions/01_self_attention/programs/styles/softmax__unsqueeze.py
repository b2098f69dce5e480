# style: unsqueeze instead of keepdim
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    m = torch.amax(z, dim).unsqueeze(dim)
    e = torch.exp(z - m)
    return e / e.sum(dim).unsqueeze(dim)
