def mask_and_renormalize(weights):
    T = weights.shape[-1]
    mask = torch.tril(torch.ones(T, T, device=weights.device, dtype=weights.dtype))
    masked = weights * mask
    return torch.softmax(masked, dim=-1)
