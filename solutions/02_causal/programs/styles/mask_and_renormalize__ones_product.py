# style: the sum as a product with ones
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.tril()
    return masked / (masked @ torch.ones_like(masked))
