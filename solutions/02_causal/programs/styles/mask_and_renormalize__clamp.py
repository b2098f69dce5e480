# style: clamp against division by 0
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.tril()
    return masked / masked.sum(-1, keepdim=True).clamp(min=1e-8)
