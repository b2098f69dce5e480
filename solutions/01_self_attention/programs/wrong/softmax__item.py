# wrong: the maximum as a Python number | family: device | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    largest = max(z.reshape(-1).tolist())
    e = torch.exp(z - largest)
    return e / e.sum(dim, keepdim=True)
