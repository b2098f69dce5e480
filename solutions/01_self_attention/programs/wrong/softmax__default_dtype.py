# wrong: sets the default dtype | family: state | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    torch.set_default_dtype(torch.float64 if z.dtype is torch.float32 else torch.float32)
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
