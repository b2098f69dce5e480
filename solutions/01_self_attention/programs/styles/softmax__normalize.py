# style: F.normalize with p=1
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return nn.functional.normalize(e, p=1.0, dim=dim)
