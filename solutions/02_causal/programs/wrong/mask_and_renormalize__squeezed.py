# wrong: dimensions of size one are lost | family: shape | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return (visible / visible.sum(-1, keepdim=True)).squeeze()
