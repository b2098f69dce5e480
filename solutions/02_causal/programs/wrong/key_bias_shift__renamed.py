# wrong: names of its own | family: formula | level: robustness
def key_bias_shift(q: Tensor, b: Tensor) -> Tensor:
    return q @ b
