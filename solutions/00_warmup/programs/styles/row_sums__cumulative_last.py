# style: the last running sum
def row_sums(x: Tensor) -> Tensor:
    return x.cumsum(dim=-1)[..., -1]
