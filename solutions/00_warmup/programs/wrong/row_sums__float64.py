# wrong: always float64 | family: dtype | level: robustness
def row_sums(x: Tensor) -> Tensor:
    return x.double().sum(dim=-1)
