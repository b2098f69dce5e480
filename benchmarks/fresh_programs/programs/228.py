def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0.0:
        return torch.argmax(logits, dim=-1)
    z = logits / temperature
    if top_k:
        best = torch.topk(z, top_k, dim=-1)
        z = torch.full_like(z, -math.inf).scatter(-1, best.indices, best.values)
    probs = z.softmax(dim=-1)
    return torch.multinomial(probs, 1, generator=generator).squeeze(1)
