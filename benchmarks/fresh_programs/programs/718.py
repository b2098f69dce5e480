def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0:
        return torch.max(logits, dim=1).indices
    V = logits.shape[1]
    k = V if top_k is None else min(top_k, V)
    best, where = torch.topk(logits / temperature, k, dim=1)
    only_best = torch.zeros_like(logits)
    only_best.scatter_(1, where, best)
    p = torch.softmax(only_best, dim=1)
    draw = torch.multinomial(p, 1, generator=generator)
    return draw.squeeze(1)
