# wrong: p_i (1 - p_j) everywhere | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return p[:, None] * (1 - p[None, :])
