# style: the last dimension by its number
def row_sums(x: Tensor) -> Tensor:
    return x.sum(dim=x.dim() - 1)
