# style: products broadcast and summed
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return (weights[..., None] * values[..., None, :, :]).sum(dim=-2)
