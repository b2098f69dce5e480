# wrong: keeps the upper triangle | family: mask | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.triu()
    return visible / visible.sum(-1, keepdim=True)
