def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    vocab = logits.shape[1]
    if not temperature:
        return logits.argmax(1)
    if top_k is None or top_k > vocab:
        top_k = vocab
    best, tokens = torch.topk(logits, top_k, dim=1)
    p = torch.softmax(best / temperature, dim=1)
    slot = torch.multinomial(p, 1, generator=generator)
    return tokens.gather(1, slot).squeeze(1)
