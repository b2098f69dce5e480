# style: max with a tuple unpacked
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    largest, _ = torch.max(z, dim=dim, keepdim=True)
    e = torch.exp(z - largest)
    return e / torch.sum(e, dim=dim, keepdim=True)
