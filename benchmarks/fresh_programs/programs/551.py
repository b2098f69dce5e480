def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    t = scores.shape[-1]
    pos = torch.arange(t, device=scores.device)
    allowed = pos.unsqueeze(1).ge(pos.unsqueeze(0))
    blocked = torch.full_like(scores, -math.inf)
    logits = torch.where(allowed, scores / d_k**0.5, blocked)
    return nn.functional.softmax(logits, dim=1)
