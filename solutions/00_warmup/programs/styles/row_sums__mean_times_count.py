# style: mean times count
def row_sums(x: Tensor) -> Tensor:
    return x.mean(dim=-1) * x.shape[-1]
