# wrong: writes into .data | family: autograd | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    visible.data /= visible.data.sum(-1, keepdim=True)
    return visible
