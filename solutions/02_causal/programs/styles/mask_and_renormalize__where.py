# style: where with 0
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    i = torch.arange(T, device=weights.device)
    masked = torch.where(i[:, None] >= i[None, :], weights, torch.zeros_like(weights))
    return masked / masked.sum(-1).unsqueeze(-1)
