# style: one query at a time
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return torch.stack([(row[..., None] * values).sum(-2) for row in weights.unbind(-2)], dim=-2)
