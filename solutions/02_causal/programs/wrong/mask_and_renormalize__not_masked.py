# wrong: renormalises without a mask | family: mask | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return weights / weights.sum(-1, keepdim=True)
