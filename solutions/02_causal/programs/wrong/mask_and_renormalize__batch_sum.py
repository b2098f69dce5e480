# wrong: the sum over the batch | family: axis | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(0, keepdim=True)
