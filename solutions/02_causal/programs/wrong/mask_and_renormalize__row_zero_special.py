# wrong: the first row stays as it is | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    result = visible / visible.sum(-1, keepdim=True)
    return torch.cat([visible[..., :1, :], result[..., 1:, :]], -2)
