# style: in place on a copy
def mask_and_renormalize(weights: Tensor) -> Tensor:
    masked = weights.clone()
    hidden = torch.ones(masked.shape[-2:], dtype=torch.bool, device=masked.device).triu(1)
    masked[..., hidden] = 0
    return masked / masked.sum(-1, keepdim=True)
