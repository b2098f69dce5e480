# wrong: the next token is still seen | family: mask | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril(1)
    return visible / visible.sum(-1, keepdim=True)
