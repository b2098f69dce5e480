def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    """exp(s / c) is exp(s) ** (1 / c), so the temperature can be put on at the end."""
    t = scores.shape[-1]
    idx = torch.arange(t, device=scores.device)
    future = idx.view(1, t) > idx.view(t, 1)
    hidden = torch.where(future, float("-inf"), scores)
    stable = hidden - hidden.max(dim=-1, keepdim=True).values
    numer = torch.exp(stable)
    probs = numer / numer.sum(dim=-1, keepdim=True)
    return probs.pow(1 / math.sqrt(d_k))
