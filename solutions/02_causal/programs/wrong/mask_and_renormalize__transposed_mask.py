# wrong: masks the transposed weights | family: mask | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.mT.tril()
    return visible / visible.sum(-1, keepdim=True)
