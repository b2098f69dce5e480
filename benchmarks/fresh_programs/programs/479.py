def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0:
        return torch.argmax(logits, dim=1)
    if top_k is not None:
        k = min(top_k, logits.size(1))
        bar = logits.topk(k).values.min()
        logits = torch.where(logits >= bar, logits, -torch.inf)
    chances = torch.softmax(logits, dim=1) ** temperature
    chances = chances / chances.sum(dim=1, keepdim=True)
    drawn = torch.multinomial(chances, 1, generator=generator)
    return drawn.squeeze(1)
