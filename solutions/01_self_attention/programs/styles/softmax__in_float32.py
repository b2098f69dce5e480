# style: computed in float32 and cast back
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    wide = z if z.dtype == torch.float64 else z.float()
    e = torch.exp(wide - wide.amax(dim, keepdim=True))
    return (e / e.sum(dim, keepdim=True)).to(z.dtype)
