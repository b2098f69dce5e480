# wrong: F.normalize divides by the length, not by the sum | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return nn.functional.normalize(weights.tril(), dim=-1)
