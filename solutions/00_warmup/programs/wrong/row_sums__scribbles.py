# wrong: sets the first column to 0 afterwards | family: state | level: robustness
def row_sums(x: Tensor) -> Tensor:
    total = x.sum(dim=-1)
    x.data[..., 0] = 0
    return total
