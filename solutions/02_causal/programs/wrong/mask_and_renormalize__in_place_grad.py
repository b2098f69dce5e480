# wrong: changes the given weights in place | family: autograd | level: robustness
def mask_and_renormalize(weights: Tensor) -> Tensor:
    weights *= torch.ones_like(weights).tril()
    return weights / weights.sum(-1, keepdim=True)
