def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if not temperature:
        return torch.argmax(logits, dim=1)
    z = logits / temperature
    k = z.size(1) if top_k is None else min(top_k, z.size(1))
    best, where = torch.topk(z, k, dim=1)
    kept = torch.zeros_like(z)
    kept = kept.scatter(1, where, best)
    probs = kept.softmax(dim=1)
    return torch.multinomial(probs, 1, generator=generator).squeeze(1)
