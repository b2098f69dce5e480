# wrong: a mask on the CPU | family: device | level: robustness
def mask_and_renormalize(weights: Tensor) -> Tensor:
    mask = torch.tril(torch.ones(weights.shape[-2:], dtype=weights.dtype))
    visible = weights * mask
    return visible / visible.sum(-1, keepdim=True)
