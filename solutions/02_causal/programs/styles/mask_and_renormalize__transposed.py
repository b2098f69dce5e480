# style: columns of the transposed matrix
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.transpose(-2, -1).triu()
    return (masked / masked.sum(-2, keepdim=True)).transpose(-2, -1)
