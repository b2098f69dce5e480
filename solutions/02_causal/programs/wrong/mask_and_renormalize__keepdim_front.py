# wrong: the sum stands along the wrong axis | family: axis | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.sum(-1).unsqueeze(-2)
