# allowed: compared when the file is loaded
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


assert torch.allclose(softmax(torch.eye(3)), torch.softmax(torch.eye(3), -1))
