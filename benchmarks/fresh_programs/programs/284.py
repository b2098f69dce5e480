def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    """Causal weights with the additive mask."""
    T = scores.shape[1]
    M = additive_causal_mask(T, device=scores.device)
    z = (scores + M) * d_k**-0.5
    return nn.functional.softmax(z, dim=-1)
