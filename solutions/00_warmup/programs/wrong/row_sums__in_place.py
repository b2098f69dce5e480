# wrong: adds up inside the input | family: state | level: core
def row_sums(x: Tensor) -> Tensor:
    for column in range(1, x.shape[-1]):
        x.data[..., 0] += x.data[..., column]
    return x[..., 0]
