# style: a tiny number against division by 0
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.tril()
    return masked / (masked.sum(-1, keepdim=True) + 1e-9)
