# style: matrix products of columns
def softmax_jacobian(p: Tensor) -> Tensor:
    column = p.reshape(-1, 1)
    return p.diagflat() - column @ column.T
