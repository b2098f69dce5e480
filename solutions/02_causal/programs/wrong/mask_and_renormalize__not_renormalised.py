# wrong: masks only, without renormalising | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return weights.tril()
