# wrong: squeezed at size 1 | family: shape | level: robustness
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return (queries @ key_bias).squeeze()
