# wrong: multiplies by the sum | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible * visible.sum(-1, keepdim=True)
