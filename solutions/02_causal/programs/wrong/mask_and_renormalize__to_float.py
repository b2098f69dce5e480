# wrong: computes and returns float32 | family: dtype | level: robustness
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.float().tril()
    return visible / visible.sum(-1, keepdim=True)
