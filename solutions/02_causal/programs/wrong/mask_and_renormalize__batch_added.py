# wrong: adds a batch dimension | family: shape | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril().reshape(-1, *weights.shape[-2:])
    result = visible / visible.sum(-1, keepdim=True)
    return result if weights.dim() > 2 else result[None]
