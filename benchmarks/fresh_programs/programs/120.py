def mask_and_renormalize(weights: Tensor) -> Tensor:
    T = weights.size(-1)
    future = torch.ones(T, T, device=weights.device).triu(1).bool()
    hidden = weights.masked_fill(future, float("-inf"))
    return torch.softmax(hidden, dim=-1)
