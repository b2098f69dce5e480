# wrong: 1e-6 in the denominator | family: normalisation | level: robustness
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / (visible.sum(-1, keepdim=True) + 1e-6)
