# wrong: the diagonal is hidden, zeros stay | family: mask | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril(-1)
    return visible / visible.sum(-1, keepdim=True).clamp(min=1e-9)
