# wrong: views the input, which must be contiguous | family: state | level: robustness
def row_sums(x: Tensor) -> Tensor:
    return x.view(-1, x.shape[-1]).sum(dim=-1).view(x.shape[:-1])
