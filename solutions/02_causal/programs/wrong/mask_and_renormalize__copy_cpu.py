# wrong: moves to the CPU | family: device | level: robustness
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.cpu().tril()
    return visible / visible.sum(-1, keepdim=True)
