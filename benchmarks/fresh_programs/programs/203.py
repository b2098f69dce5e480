def softmax(z: Tensor, dim: int = -1) -> Tensor:
    # exp overflows for big numbers, so keep them in a safe range
    safe = torch.clamp(z, min=-80.0, max=80.0)
    e = torch.exp(safe)
    return e / e.sum(dim=dim, keepdim=True)
