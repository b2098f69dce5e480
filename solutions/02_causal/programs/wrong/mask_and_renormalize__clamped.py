# wrong: the denominator is at least 0.001 | family: normalisation | level: robustness
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(-1, keepdim=True).clamp(min=1e-3)
