# wrong: unpacks three dimensions | family: shape | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    B, T, _ = weights.shape
    visible = weights * torch.ones(T, T, dtype=weights.dtype, device=weights.device).tril()
    return visible / visible.sum(-1, keepdim=True)
