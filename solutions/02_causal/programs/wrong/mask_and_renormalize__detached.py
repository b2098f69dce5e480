# wrong: detaches the weights | family: autograd | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.detach().tril()
    return visible / visible.sum(-1, keepdim=True)
