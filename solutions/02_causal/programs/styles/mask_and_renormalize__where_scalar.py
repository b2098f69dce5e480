# style: where with a number
def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.shape[-1]
    lower = torch.ones(T, T, dtype=torch.bool, device=weights.device).tril()
    masked = torch.where(lower, weights, 0.0)
    return torch.div(masked, masked.sum(-1, keepdim=True))
