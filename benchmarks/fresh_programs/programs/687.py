def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0:
        return logits.argmax(1)
    V = logits.size(1)
    k = V if top_k is None else min(top_k, V)
    best, ids = logits.topk(k, dim=1)
    probs = (best / temperature).softmax(dim=1)
    drawn = torch.multinomial(probs, 1, generator=generator)
    return drawn.squeeze(1)
