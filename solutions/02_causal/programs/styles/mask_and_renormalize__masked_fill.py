# style: masked_fill with 0
def mask_and_renormalize(weights: Tensor) -> Tensor:
    hidden = causal_mask(weights.size(-1), weights.device)[0, 0]
    masked = weights.masked_fill(hidden, 0)
    return masked / masked.sum(-1, keepdim=True)
