def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0:
        return torch.argmax(logits, dim=1)
    if top_k is not None:
        k = min(top_k, logits.size(1))
        cutoff = torch.topk(logits, k).values.min()
        logits = torch.where(logits >= cutoff, logits, float("-inf"))
    probs = (logits / temperature).softmax(dim=1)
    return torch.multinomial(probs, 1, generator=generator).flatten()
