# wrong: divides by the length of the row | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return visible / visible.norm(dim=-1, keepdim=True)
