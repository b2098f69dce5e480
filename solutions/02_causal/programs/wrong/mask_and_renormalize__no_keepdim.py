# wrong: a sum without keepdim | family: axis | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(-1)
