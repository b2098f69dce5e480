def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    n = scores.size(-1)
    blocked = torch.full((n, n), -math.inf, device=scores.device)
    blocked = torch.triu(blocked, diagonal=1)
    logits = scores * d_k**-0.5 + blocked
    e = torch.exp(logits - logits.max(dim=-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)
