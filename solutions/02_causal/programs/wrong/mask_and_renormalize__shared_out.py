# wrong: shares the hidden weight out evenly | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    found = torch.ones_like(weights).tril()
    rest = 1 - visible.sum(-1, keepdim=True)
    return visible + found * rest / found.sum(-1, keepdim=True)
