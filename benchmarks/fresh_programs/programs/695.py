def mask_and_renormalize(weights: Tensor) -> Tensor:
    size = weights.size(-1)
    idx = torch.arange(size, device=weights.device)
    allowed = idx.unsqueeze(0) <= idx.unsqueeze(1)
    # what is left of a row is the sum of its first entries, and cumsum has these sums ready
    mass = torch.cumsum(weights, dim=-1)
    renormalized = weights / mass
    return torch.where(allowed, renormalized, torch.zeros_like(renormalized))
