# wrong: divides by the mean | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.mean(-1, keepdim=True)
