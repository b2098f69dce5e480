def softmax(z: Tensor, dim: int = -1) -> Tensor:
    # subtract the max so that nothing overflows
    z -= torch.max(z, dim=dim, keepdim=True)[0]
    z.exp_()
    return z / z.sum(dim=dim, keepdim=True)
