# wrong: an identity on the CPU | family: device | level: robustness
def softmax_jacobian(p: Tensor) -> Tensor:
    return p[:, None] * (torch.eye(len(p), dtype=p.dtype) - p)
