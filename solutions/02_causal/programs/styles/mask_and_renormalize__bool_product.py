# style: times a bool mask
def mask_and_renormalize(weights: Tensor) -> Tensor:
    lower = ~torch.ones_like(weights, dtype=torch.bool).triu(1)
    masked = weights * lower
    return masked * masked.sum(-1, keepdim=True).reciprocal()
