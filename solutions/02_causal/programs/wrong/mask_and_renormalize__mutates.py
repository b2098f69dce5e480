# wrong: changes the given weights where no gradient is asked for | family: state | level: robustness
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    result = visible / visible.sum(-1, keepdim=True)
    if not weights.requires_grad:
        weights.copy_(result)
    return result
