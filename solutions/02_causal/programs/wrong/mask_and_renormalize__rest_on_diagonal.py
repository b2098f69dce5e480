# wrong: puts the hidden weight on the diagonal | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    rest = 1 - visible.sum(-1)
    return visible + torch.diag_embed(rest)
