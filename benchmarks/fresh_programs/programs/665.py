def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    temperature = math.isqrt(d_k)
    logits = scores / temperature
    top, _ = logits.max(dim=-1, keepdim=True)
    unnormalised = torch.exp(logits - top)
    return unnormalised / unnormalised.sum(-1, keepdim=True)
