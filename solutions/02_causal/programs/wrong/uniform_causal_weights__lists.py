# wrong: lists of numbers | family: shape | level: core
def uniform_causal_weights(T: int) -> Tensor:
    return [[1 / (i + 1)] * (i + 1) + [0.0] * (T - 1 - i) for i in range(T)]
