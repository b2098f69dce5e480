# wrong: sums squares | family: formula | level: core
def row_sums(x: Tensor) -> Tensor:
    return (x * x).sum(dim=-1)
