# wrong: divides each column by its sum | family: axis | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(-2, keepdim=True)
