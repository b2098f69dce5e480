# style: multiplying by a mask
def mask_and_renormalize(weights: Tensor) -> Tensor:
    mask = torch.tril(torch.ones(weights.shape[-1], weights.shape[-1], dtype=weights.dtype, device=weights.device))
    masked = weights * mask
    return masked / masked.sum(dim=-1, keepdim=True)
