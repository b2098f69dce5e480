def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.shape[-1]
    allowed = torch.ones(T, T, device=scores.device).tril().bool()
    scaled = scores / d_k**0.5
    # future tokens get a score of nothing, then softmax makes the rows sum to 1 again
    visible = torch.where(allowed, scaled, torch.zeros_like(scaled))
    return visible.softmax(-1)
