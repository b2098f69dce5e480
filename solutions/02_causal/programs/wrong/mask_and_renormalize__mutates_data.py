# wrong: changes the given weights | family: state | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    weights.data.tril_()
    return weights / weights.sum(-1, keepdim=True)
