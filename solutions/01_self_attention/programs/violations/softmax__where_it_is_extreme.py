# violation: the library where numbers are large
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    if z.numel() and z.device.type != "meta" and z.abs().max() > 60:
        return torch.softmax(z, dim)
    return torch.exp(z) / torch.exp(z).sum(dim, keepdim=True)
