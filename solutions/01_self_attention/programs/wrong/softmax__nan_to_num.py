# wrong: NaN is covered up | family: stability | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z)
    return (e / e.sum(dim, keepdim=True)).nan_to_num(0.0)
