def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.shape[-1]
    future = causal_mask(T, device=scores.device).squeeze(0).squeeze(0)
    # -inf can make NaNs, so I use a big negative number (also fits into half precision)
    scores = scores.masked_fill(future, -1e4)
    return torch.softmax(scores / d_k**0.5, dim=-1)
