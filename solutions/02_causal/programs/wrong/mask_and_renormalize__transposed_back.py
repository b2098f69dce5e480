# wrong: masks the wrong triangle through a transpose | family: mask | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.mT.tril().mT
    return visible / visible.sum(-1, keepdim=True)
