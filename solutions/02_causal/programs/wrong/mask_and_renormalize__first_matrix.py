# wrong: masks the first matrix of a batch only | family: mask | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.clone()
    first = (0,) * (weights.dim() - 2)
    visible[first] = visible[first].tril()
    return visible / visible.sum(-1, keepdim=True)
