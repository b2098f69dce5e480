# wrong: renormalises before masking | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return (weights / weights.sum(-1, keepdim=True)).tril()
