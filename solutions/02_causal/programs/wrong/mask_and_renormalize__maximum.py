# wrong: divides by the largest weight | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.amax(-1, keepdim=True)
