# wrong: a list | family: shape | level: core
def first_row(T: int) -> Tensor:
    return [1.0] + [0.0] * (T - 1)
