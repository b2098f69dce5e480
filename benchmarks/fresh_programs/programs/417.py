def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0:
        return torch.argmax(logits, dim=1)
    z = logits / temperature
    if top_k is not None and top_k < z.shape[1]:
        z, _ = torch.topk(z, top_k, dim=1)  # keep the k best
    p = z.softmax(dim=1)
    choice = torch.multinomial(p, 1, generator=generator)
    return choice.squeeze(1)
