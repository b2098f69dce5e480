def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0:
        return logits.argmax(dim=-1)
    V = logits.shape[-1]
    k = V if top_k is None else min(top_k, V)
    best, which = torch.topk(logits, k, dim=-1)
    probabilities = torch.softmax(best / temperature, dim=-1)
    drawn = torch.multinomial(probabilities, 1, generator=generator)
    return which.gather(-1, drawn).squeeze(-1)
