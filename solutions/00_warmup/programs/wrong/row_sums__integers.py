# wrong: rounds to whole numbers | family: dtype | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.sum(dim=-1).long()
