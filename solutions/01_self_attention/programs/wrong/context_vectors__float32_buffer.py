# wrong: collected in a float32 tensor | family: dtype | level: robustness
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    out = torch.zeros(*weights.shape[:-1], values.shape[-1], device=weights.device)
    for i in range(weights.shape[-2]):
        out[..., i, :] = (weights[..., i, :, None] * values).sum(-2)
    return out
