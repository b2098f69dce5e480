# wrong: dimensions of size one are lost | family: shape | level: robustness
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return (queries @ key_bias).squeeze()
