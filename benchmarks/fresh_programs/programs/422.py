def softmax(z: Tensor, dim: int = -1) -> Tensor:
    def shift(t: Tensor) -> Tensor:
        # biggest number becomes zero so that exp does not overflow
        peak, _ = torch.max(t, -1, keepdim=True)
        return t - peak

    e = shift(z).exp()
    total = e.sum(dim).unsqueeze(dim)
    return e / total
