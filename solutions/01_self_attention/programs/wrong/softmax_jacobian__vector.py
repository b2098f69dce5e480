# wrong: a vector, as for the logistic function | family: shape | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return p * (1 - p)
