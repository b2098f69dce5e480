# wrong: divides by the sum of the matrix | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum()
