def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    """Greedy for temperature 0, otherwise draw one of the k best tokens."""
    if temperature == 0:
        return torch.argmax(logits, dim=1)
    V = logits.shape[1]
    k = V if top_k is None else min(top_k, V)
    best, candidates = torch.topk(logits, k, dim=1)  # both (B, k)
    p = torch.softmax(best / temperature, dim=1)
    choice = torch.multinomial(p, 1, generator=generator)  # (B, 1)
    return candidates.gather(1, choice).squeeze(1)
