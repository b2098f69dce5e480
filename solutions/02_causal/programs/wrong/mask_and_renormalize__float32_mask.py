# wrong: a float32 mask that widens bfloat16 | family: dtype | level: robustness
def mask_and_renormalize(weights: Tensor) -> Tensor:
    mask = torch.tril(torch.ones(weights.shape[-2:], device=weights.device))
    visible = weights * mask
    return visible / visible.sum(-1, keepdim=True)
