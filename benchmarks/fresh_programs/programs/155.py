def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0:
        return logits.argmax(dim=-1)
    if top_k is not None:
        k = min(top_k, logits.shape[-1])
        smallest = torch.topk(logits, k).values[:, -1]
        logits[logits < smallest] = -float("inf")
    probs = torch.softmax(logits / temperature, dim=-1)
    return torch.multinomial(probs, 1, generator=generator).squeeze(-1)
