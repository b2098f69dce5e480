# wrong: always float32 | family: dtype | level: robustness
def row_sums(x: Tensor) -> Tensor:
    return x.float().sum(dim=-1)
