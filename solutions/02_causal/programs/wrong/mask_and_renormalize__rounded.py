# wrong: rounds to two decimals | family: values | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return (visible / visible.sum(-1, keepdim=True)).round(decimals=2)
