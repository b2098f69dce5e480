# style: a result that is filled
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    out = torch.zeros(*weights.shape[:-1], values.shape[-1], dtype=values.dtype, device=values.device)
    for i in range(weights.shape[-2]):
        out[..., i, :] = (weights[..., i, :].unsqueeze(-1) * values).sum(-2)
    return out
