# wrong: divides by the unmasked sum | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return weights.tril() / weights.sum(-1, keepdim=True)
