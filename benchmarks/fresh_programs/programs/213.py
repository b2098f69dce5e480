def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.size(-1)
    visible = torch.ones(T, T, dtype=torch.bool, device=weights.device).tril()
    kept = torch.where(visible, weights, 0)
    return nn.functional.normalize(kept, dim=-1)
