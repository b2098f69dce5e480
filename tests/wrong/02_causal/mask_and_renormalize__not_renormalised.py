# wrong: masks only | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return weights.tril()
