# wrong: 0.001 is added to the sum | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / (visible.sum(-1, keepdim=True) + 1e-3)
