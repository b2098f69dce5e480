# wrong: sums along the reversed dimensions | family: axis | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return (visible.permute(*range(visible.dim())[::-1]) / visible.sum(-1)).permute(*range(visible.dim())[::-1])
