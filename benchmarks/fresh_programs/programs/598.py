def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0.0:
        return torch.argmax(logits, dim=1)
    vocab = logits.shape[1]
    z = logits / temperature
    k = vocab if top_k is None else min(top_k, vocab)
    best, where = torch.topk(z, k, dim=1)
    kept = torch.zeros_like(z).scatter(1, where, best)
    probs = kept.softmax(dim=1)
    drawn = torch.multinomial(probs, 1, generator=generator)
    return drawn.squeeze(1)
