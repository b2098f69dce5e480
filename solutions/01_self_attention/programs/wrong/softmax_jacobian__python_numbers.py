# wrong: through Python numbers | family: device | level: robustness
def softmax_jacobian(p: Tensor) -> Tensor:
    shares = p.tolist()
    return torch.tensor([[a * ((i == j) - b) for j, b in enumerate(shares)] for i, a in enumerate(shares)], dtype=p.dtype)
