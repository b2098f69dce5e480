# wrong: needs contiguous weights | family: shape | level: robustness
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    visible = weights.view(-1, T, T).tril()
    return (visible / visible.sum(-1, keepdim=True)).view(weights.shape)
