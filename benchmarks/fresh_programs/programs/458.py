def mask_and_renormalize(weights: Tensor) -> Tensor:
    n = weights.size(-1)
    past = torch.ones(n, n, dtype=torch.bool, device=weights.device).tril()
    kept = torch.where(past, weights, torch.zeros_like(weights))
    # what the later tokens had must go to the visible ones, or the row does not sum to 1
    missing = 1 - kept.sum(-1, keepdim=True)
    how_many = past.sum(-1, keepdim=True)
    share = missing / how_many
    return torch.where(past, kept + share, kept)
