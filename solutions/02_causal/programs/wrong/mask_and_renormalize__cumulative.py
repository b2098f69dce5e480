# wrong: divides by a running sum | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return (visible / visible.cumsum(-1)).tril()
