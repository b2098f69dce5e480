# wrong: returns a flat batch | family: shape | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    visible = weights.reshape(-1, T, T).tril()
    return visible / visible.sum(-1, keepdim=True)
