def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    T = scores.shape[-1]
    blocked = torch.triu(torch.ones(T, T, dtype=torch.bool, device=scores.device), diagonal=1)
    scores = scores.masked_fill(blocked, float("-inf"))
    return F.softmax(scores / math.sqrt(d_k), dim=-1)
